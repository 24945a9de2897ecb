import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';

/** `start.cmd` and `library.cmd`; what Windows' own programs read has its line ends. */
export function writeForWindows(folder: string): void {
  for (const [name, program] of Object.entries({ start: 'server', library: 'cli' })) {
    const script = `@"%~dp0bin\\node.exe" "%~dp0${program}\\main.js" %*\n`;
    writeFileSync(path.join(folder, `${name}.cmd`), script);
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/^(?!node_modules).*\.(cmd|ps1|env|xml|md)$|^(LICENSE|\.env\.example)$/.test(name))
      continue;
    const file = path.join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/\r?\n/g, '\r\n'));
  }
}

/** A zip of a folder, the same bytes for the same time. */
export function packZip(out: string, name: string, seconds: number): string {
  const first = Date.UTC(1980, 0, 2); // a zip knows no earlier time
  const mtime = new Date(Math.max(first, seconds * 1000));
  const files = readdirSync(path.join(out, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
  const parts = files.map((file) => {
    const at = path.relative(out, file).replaceAll(path.sep, '/');
    return [at, new Uint8Array(readFileSync(file))] as const;
  });
  requireWindowsPaths(parts.map(([at]) => at));
  const zip = path.join(out, `${name}.zip`);
  writeFileSync(zip, zipSync(Object.fromEntries(parts), { level: 6, mtime }));
  return zip;
}

/** Below 260 with the name of a folder such as C:\\Program Files\\EGD Library. */
const longestPath = 200;

/** Refuses what Windows cannot unpack. */
export function requireWindowsPaths(paths: readonly string[]): void {
  const reserved = /[<>:"\\|?*]|[. ](\/|$)|(^|\/)(con|prn|aux|nul|com\d|lpt\d)(\.|\/|$)/i;
  const strange = paths.find((at) => reserved.test(at) || at.length > longestPath);
  if (strange !== undefined) throw new Error(`Windows cannot unpack ${strange}.`);
  const seen = new Set<string>();
  const twice = paths.find((at) => seen.size === seen.add(at.toLowerCase()).size);
  if (twice !== undefined) throw new Error(`For Windows ${twice} is there twice.`);
}
