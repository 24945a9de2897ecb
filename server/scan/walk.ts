import type * as nodeFs from 'node:fs';
import type { Dirent } from 'node:fs';
import type { LibraryError } from '#contract/errors.ts';
import { cannotRead, errorCode } from '../share/errors.ts';
import { factsOf, type FileFacts } from '../share/open.ts';
import type { FolderTimes } from './folder-times.ts';

/** The calls that a scan makes on the share; tests stand in for a share that fails. */
export type WalkFs = Pick<
  typeof nodeFs,
  'readdirSync' | 'lstatSync' | 'openSync' | 'fstatSync' | 'readSync' | 'closeSync'
>;

/** A PDF in the folder, with columns as in the table `files`. */
export type FoundFile = FileFacts & { path: string; name: string; depth: number };

/** Files by name, by folder. */
export type Folders<Known> = Map<string, Map<string, Known>>;

/** A file as it was known, if it was, and as it is found if that may be something else. */
export type Seen<Known> =
  | { known: Known; found: null }
  | { known: Known | undefined; found: FoundFile };

/** `at`: below the shared folder; `full`: on this machine. */
type Folder = { at: string; full: string; depth: number };
export type WithFacts = FileFacts & { settled: boolean; gone: boolean };

/** Where times of folders are kept; a `quick` walk does not list folders that did not change. */
export type Shortcut = { times: FolderTimes; quick: boolean; nowMs: number };

export const deepestFolder = 8;
const filesAtOnce = 500;

/**
 * Every PDF below the folder, the ones nearest the top first, in portions. A subfolder that cannot be
 * read is reported and passed over; anything else that cannot be read ends the walk: an unreachable
 * share is not an empty share.
 */
export function* walk<Known extends WithFacts>(
  fs: WalkFs,
  root: string,
  knownIn: Folders<Known>,
  onUnreadable: (folder: string, error: LibraryError) => void,
  shortcut: Shortcut | null = null,
): Generator<Seen<Known>[]> {
  const folders: Folder[] = [{ at: '', full: root, depth: 0 }];
  let portion: Seen<Known>[] = [];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const knownHere = knownIn.get(folder.at);
    const stamp = shortcut === null ? null : stampOf(fs, folder);
    const unchanged = subfoldersOfUnchanged(folder, knownHere, shortcut, stamp);
    if (unchanged !== null) {
      for (const name of unchanged) folders.push(folderIn(folder, name));
      yield [...(knownHere?.values() ?? [])]
        .filter(({ gone }) => !gone)
        .map((known) => ({ known, found: null }));
      continue;
    }
    const entries = entriesIn(fs, folder, onUnreadable);
    const subfolders: string[] = [];
    for (const entry of entries ?? []) {
      const { name } = entry;
      const known = knownHere?.get(name);
      if (known === undefined && isIgnored(name)) continue;
      if (entry.isDirectory() && folder.depth < deepestFolder) {
        subfolders.push(name);
        folders.push(folderIn(folder, name));
      } else if (entry.isFile() && (known !== undefined || /\.pdf$/i.test(name))) {
        const seen = compare(fs, folder, name, known);
        if (seen !== null) portion.push(seen);
      }
      if (portion.length < filesAtOnce) continue;
      yield portion;
      portion = [];
    }
    if (stamp !== null && entries !== null)
      shortcut?.times.listed(folder.at, stamp, subfolders, shortcut.nowMs);
  }
  yield portion;
}

function folderIn(folder: Folder, name: string): Folder {
  const full = `${folder.full}/${name}`;
  return { at: placeOf(folder, name), full, depth: folder.depth + 1 };
}

/** Null where it cannot be read: listing it says why. */
function stampOf(fs: WalkFs, { full }: Folder): string | null {
  try {
    const { mtimeNs, ino } = fs.lstatSync(full, { bigint: true });
    return `${mtimeNs} ${ino}`;
  } catch {
    return null;
  }
}

/** A folder with a file that may still be written is listed: writing does not change the folder. */
function subfoldersOfUnchanged<Known extends WithFacts>(
  { at }: Folder,
  knownHere: Map<string, Known> | undefined,
  shortcut: Shortcut | null,
  stamp: string | null,
): readonly string[] | null {
  if (shortcut === null || !shortcut.quick || stamp === null) return null;
  const isBusy = [...(knownHere?.values() ?? [])].some(({ settled, gone }) => !settled && !gone);
  return isBusy ? null : shortcut.times.subfoldersOfUnchanged(at, stamp);
}

function placeOf({ at }: Folder, name: string): string {
  return at === '' ? name : `${at}/${name}`;
}

// Hidden files, and those that a program makes while it works.
export function isIgnored(name: string): boolean {
  return /^(\.|~\$)|\.(tmp|part)$|^thumbs\.db$/i.test(name);
}

function entriesIn(
  fs: WalkFs,
  { at, full }: Folder,
  onUnreadable: (folder: string, error: LibraryError) => void,
): Dirent[] | null {
  try {
    return fs.readdirSync(full, { withFileTypes: true });
  } catch (error) {
    if (at === '') throw cannotRead('The shared folder', error);
    onUnreadable(at, cannotRead(`The folder "${at}"`, error));
    return null;
  }
}

function compare<Known extends WithFacts>(
  fs: WalkFs,
  folder: Folder,
  name: string,
  known: Known | undefined,
): Seen<Known> | null {
  const full = `${folder.full}/${name}`; // by hand: path.join takes as long as a tenth of the call
  try {
    const stats = fs.lstatSync(full, { bigint: true });
    if (!stats.isFile()) return null;
    const facts = factsOf(stats);
    if (known !== undefined && isAsKnown(known, facts)) return { known, found: null };
    const place = { path: placeOf(folder, name), name, depth: folder.depth };
    return { known, found: { ...place, ...facts } };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null; // deleted or renamed a moment ago
    throw cannotRead(`The file "${placeOf(folder, name)}"`, error);
  }
}

export function isAsKnown(known: WithFacts, { bytes, modified_ns, inode }: FileFacts): boolean {
  const isSame = known.modified_ns === modified_ns && known.bytes === bytes;
  return isSame && known.inode === inode && !known.gone;
}
