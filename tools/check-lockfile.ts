import { readFile } from 'node:fs/promises';
import path from 'node:path';

// `npm ci` must work from this lockfile on every promised platform: the native parts of each package
// must be locked for all platforms, and no package may run a script while it is installed.

const promised = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64', 'win32-x64'];

type Locked = {
  version?: string;
  os?: string | string[];
  cpu?: string | string[];
  hasInstallScript?: boolean;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
};

const file = path.join(import.meta.dirname, '..', 'package-lock.json');
const { packages } = JSON.parse(await readFile(file, 'utf8')) as {
  packages: Record<string, Locked>;
};
const faults: string[] = [];

for (const [at, locked] of Object.entries(packages)) {
  if (locked.hasInstallScript && at !== '') faults.push(`${at} runs a script while it installs`);
  if (locked.resolved !== undefined) faults.push(`${at} names a download address`);
  faults.push(...missingBindings(at, locked));
}

/** Finds the promised platforms for which a package has no native part. */
function missingBindings(at: string, { optionalDependencies = {} }: Locked): string[] {
  const parts = Object.entries(optionalDependencies).map(([name, version]) => {
    const part = find(at, name);
    // The part must have the version that this package asks for.
    const fits = !/^\d/.test(version) || part?.version === version;
    return { name, part: fits ? part : undefined };
  });
  const unlocked = parts.filter(({ name, part }) => part === undefined && isBinding(name));
  const bound = parts.filter(({ part }) => part?.os !== undefined && part.cpu !== undefined);
  const covered = new Set(
    bound.flatMap(({ part }) => (part === undefined ? [] : platformsOf(part))),
  );
  const uncovered = bound.length < 2 ? [] : promised.filter((platform) => !covered.has(platform));
  return [
    ...unlocked.map(({ name }) => `${name}, a part of ${at || 'this package'}, is not locked`),
    ...uncovered.map((platform) => `${at || 'this package'} has no part for ${platform}`),
  ];
}

function platformsOf({ os = [], cpu = [] }: Locked): string[] {
  return [os].flat().flatMap((system) => [cpu].flat().map((kind) => `${system}-${kind}`));
}

function isBinding(name: string): boolean {
  return promised.some((platform) => name.includes(platform));
}

/** Finds a dependency as npm does: beside the package, or in a folder above. */
function find(at: string, name: string): Locked | undefined {
  for (let from = at; ; from = from.slice(0, Math.max(0, from.lastIndexOf('node_modules')))) {
    const found = packages[path.posix.join(from, 'node_modules', name)];
    if (found !== undefined || from === '') return found;
  }
}

for (const fault of faults) console.error(fault);
console.log(`${Object.keys(packages).length} locked packages, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
