import type * as nodeFs from 'node:fs';
import type { BigIntStats, Dirent } from 'node:fs';
import path from 'node:path';
import { LibraryError } from '#contract/errors.ts';

/** The calls that a look makes on the share; tests stand in for a share that fails. */
export type LookFs = Pick<
  typeof nodeFs,
  'readdirSync' | 'lstatSync' | 'openSync' | 'fstatSync' | 'readSync' | 'closeSync'
>;

/** A PDF as it lies in the folder; as in the table `files`. */
export type FoundFile = {
  path: string;
  name: string;
  depth: number;
  bytes: number;
  modified_ns: string;
  inode: string;
};

const deepestFolder = 8;
const filesAtOnce = 500;

/**
 * Every PDF below the folder, the ones nearest the top first, in portions. Whatever cannot be read
 * ends the walk: an unreachable share is not an empty share.
 */
export function* walk(fs: LookFs, root: string): Generator<FoundFile[]> {
  const folders = [{ at: '', depth: 0 }];
  let portion: FoundFile[] = [];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const { at, depth } = folder;
    for (const entry of entriesOf(fs, root, at)) {
      if (isIgnored(entry.name)) continue;
      const inside = at === '' ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && depth < deepestFolder) {
        folders.push({ at: inside, depth: depth + 1 });
      } else if (entry.isFile() && /\.pdf$/i.test(entry.name)) {
        const facts = factsOf(fs, root, inside);
        if (facts === null) continue;
        portion.push({ path: inside, name: entry.name, depth, ...asFound(facts) });
      }
      if (portion.length < filesAtOnce) continue;
      yield portion;
      portion = [];
    }
  }
  yield portion;
}

export function asFound({ size, mtimeNs, ino }: BigIntStats) {
  return { bytes: Number(size), modified_ns: String(mtimeNs), inode: String(ino) };
}

/** In words for whoever can mend it. */
export function unreadable(what: string, error: unknown): LibraryError {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new LibraryError('share_unreachable', `${what} cannot be read${code}.`, { cause: error });
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

// Hidden, or made by a program for the time of its work.
function isIgnored(name: string): boolean {
  return /^(\.|~\$)|\.(tmp|part)$|^thumbs\.db$/i.test(name);
}

function entriesOf(fs: LookFs, root: string, at: string): Dirent[] {
  try {
    return fs.readdirSync(path.join(root, at), { withFileTypes: true });
  } catch (error) {
    throw unreadable(at === '' ? 'The shared folder' : `The folder "${at}"`, error);
  }
}

function factsOf(fs: LookFs, root: string, at: string): BigIntStats | null {
  try {
    // Joined by hand: path.join takes as long as a tenth of the call.
    const facts = fs.lstatSync(`${root}/${at}`, { bigint: true });
    return facts.isFile() ? facts : null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null; // deleted or renamed a moment ago
    throw unreadable(`The file "${at}"`, error);
  }
}
