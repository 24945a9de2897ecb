import path from 'node:path';
import { parseArgs } from 'node:util';
import { architectures, bytesBelow, makeRelease, platforms } from './release/release.ts';

// `npm run release`: a folder and a tar for a machine without Node, npm and registry, in release/, for the processor
// of this one.
// `-- --arch arm64` makes it for another processor, `-- --platform win` a zip for Windows, `-- --out DIR` elsewhere; `-- --commit ID` names the commit
// where there is no git.

const root = path.join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    platform: { type: 'string', default: 'linux' },
    arch: { type: 'string' },
    commit: { type: 'string' },
    out: { type: 'string', default: 'release' },
  },
});
const platform = platforms.find((one) => one === values.platform);
if (platform === undefined) throw new Error(`--platform takes ${platforms.join(', ')}.`);
const wanted = values.arch ?? (platform === 'win' ? 'x64' : process.arch);
const arch = architectures.find((one) => one === wanted);
if (arch === undefined) throw new Error(`--arch takes ${architectures.join(', ')}.`);
const { commit } = values;
const order = { root, out: path.resolve(values.out), platform, arch, commit };
const { folder, packed, sbom } = makeRelease(order);
console.log(`${folder} (${Math.round(bytesBelow(folder) / 1e6)} MB)\n${packed}\n${sbom}`);
