import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Locked = {
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
type Lockfile = { packages: Record<string, Locked> };

/**
 * The packages that files of these folders need when they run, by their place (`node_modules/fastify`): what
 * they import, and what that depends on. What only tests import is not among them.
 */
export function packagesOf(root: string, folders: readonly string[]): Map<string, Locked> {
  const text = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as Lockfile; // npm wrote it
  const found = new Map<string, Locked>();
  const add = (name: string, from: string) => {
    const at = placeOf(name, from, packages);
    const locked = at === null ? undefined : packages[at];
    if (at === null || locked === undefined || found.has(at)) return;
    if (!existsSync(path.join(root, at))) return; // of another system
    found.set(at, locked);
    const needed = { ...locked.dependencies, ...locked.peerDependencies };
    for (const dependency of Object.keys(needed)) add(dependency, at);
  };
  for (const name of importsOf(root, folders)) add(name, '');
  return new Map([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Resolves a package as Node does: beside the one that needs it, or further up. */
function placeOf(name: string, from: string, packages: Lockfile['packages']): string | null {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const place = path.posix.join(at, 'node_modules', name);
    if (packages[place] !== undefined) return place;
    if (at === '') return null;
  }
}

// Fonts are not imported, but found by `resolve`.
const importPattern = /(?:\bfrom|\bimport|\bresolve)\s*\(?\s*'([^'.#/][^']*)'/g;

function importsOf(root: string, folders: readonly string[]): Set<string> {
  const names = folders
    .flatMap((folder) => sourcesIn(path.join(root, folder)))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(importPattern)])
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => !specifier.startsWith('node:'))
    .map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
  return new Set(names);
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Files that run, or are read at run time; without tests. */
export function isSource(name: string): boolean {
  return /\.(tsx?|m?js|ttf)$|^LICENSE/.test(name) && !/\.test\.tsx?$/.test(name);
}
