import type * as nodeFs from 'node:fs';
import type { BigIntStats, Dirent, Stats } from 'node:fs';
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

/** What a listing tells of a file, in numbers: some digits short, and quick to compare. */
export type Glance = { bytes: number; modified_ms: number; inode: number };

/** Files by their names, by the folders that they lie in. */
export type Folders<Known> = Map<string, Map<string, Known>>;

/** A file as it was known, if it was, and as it is found if that may be something else. */
export type Seen<Known> =
  | { known: Known; found: null }
  | { known: Known | undefined; found: FoundFile };

/** `at`: below the shared folder; `full`: on this machine. */
type Folder = { at: string; full: string; depth: number };
type KnownGlance = { glance: Glance | null };

const deepestFolder = 8;
const filesAtOnce = 500;

/**
 * Every PDF below the folder, the ones nearest the top first, in portions. Whatever cannot be read
 * ends the walk: an unreachable share is not an empty share.
 */
export function* walk<Known extends KnownGlance>(
  fs: LookFs,
  root: string,
  knownIn: Folders<Known>,
): Generator<Seen<Known>[]> {
  const folders: Folder[] = [{ at: '', full: root, depth: 0 }];
  let portion: Seen<Known>[] = [];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const knownHere = knownIn.get(folder.at);
    for (const entry of entriesIn(fs, folder)) {
      const { name } = entry;
      const known = knownHere?.get(name);
      if (known === undefined && isIgnored(name)) continue;
      if (entry.isDirectory() && folder.depth < deepestFolder) {
        const full = `${folder.full}/${name}`;
        folders.push({ at: placeOf(folder, name), full, depth: folder.depth + 1 });
      } else if (entry.isFile() && (known !== undefined || /\.pdf$/i.test(name))) {
        const seen = see(fs, folder, name, known);
        if (seen !== null) portion.push(seen);
      }
      if (portion.length < filesAtOnce) continue;
      yield portion;
      portion = [];
    }
  }
  yield portion;
}

function placeOf({ at }: Folder, name: string): string {
  return at === '' ? name : `${at}/${name}`;
}

export function glanceOf({ bytes, modified_ns, inode }: FoundFile): Glance {
  const ns = BigInt(modified_ns);
  const second = 1_000_000_000n;
  // As Node makes it of the same time.
  const modified_ms = Number(ns / second) * 1e3 + Number(ns % second) / 1e6;
  return { bytes, modified_ms, inode: Number(BigInt(inode)) };
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

function entriesIn(fs: LookFs, { at, full }: Folder): Dirent[] {
  try {
    return fs.readdirSync(full, { withFileTypes: true });
  } catch (error) {
    throw unreadable(at === '' ? 'The shared folder' : `The folder "${at}"`, error);
  }
}

function see<Known extends KnownGlance>(
  fs: LookFs,
  folder: Folder,
  name: string,
  known: Known | undefined,
): Seen<Known> | null {
  const full = `${folder.full}/${name}`; // by hand: path.join takes as long as a tenth of the call
  try {
    if (known?.glance && isAsKnown(known.glance, fs.lstatSync(full))) return { known, found: null };
    const facts = fs.lstatSync(full, { bigint: true });
    if (!facts.isFile()) return null;
    const place = { path: placeOf(folder, name), name, depth: folder.depth };
    return { known, found: { ...place, ...asFound(facts) } };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null; // deleted or renamed a moment ago
    throw unreadable(`The file "${placeOf(folder, name)}"`, error);
  }
}

function isAsKnown(glance: Glance, facts: Stats): boolean {
  return (
    glance.modified_ms === facts.mtimeMs &&
    glance.bytes === facts.size &&
    glance.inode === facts.ino &&
    facts.isFile()
  );
}
