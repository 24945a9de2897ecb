import path from 'node:path';
import { parseArgs } from 'node:util';
import { architectures, bytesBelow, makeRelease } from './release/release.ts';

// `npm run release`: a folder and a tar for a machine without Node, npm and registry, in release/, for the processor
// of this one.
// `-- --arch arm64` makes it for another processor, `-- --out DIR` elsewhere; `-- --commit ID` names the commit
// where there is no git.

const root = path.join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    arch: { type: 'string', default: process.arch },
    commit: { type: 'string' },
    out: { type: 'string', default: 'release' },
  },
});
const arch = architectures.find((one) => one === values.arch);
if (arch === undefined) throw new Error(`--arch takes ${architectures.join(', ')}.`);
const { commit } = values;
const { folder, tar, sbom } = makeRelease({ root, out: path.resolve(values.out), arch, commit });
console.log(`${folder} (${Math.round(bytesBelow(folder) / 1e6)} MB)\n${tar}\n${sbom}`);
