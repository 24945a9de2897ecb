import type * as nodeFs from 'node:fs';
import type { Dirent } from 'node:fs';
import type { LibraryError } from '#contract/errors.ts';
import { cannotRead, errorCode } from '../share/errors.ts';
import { factsOf, type FileFacts } from '../share/open.ts';

/** The calls that a scan makes on the share; tests stand in for a share that fails. */
export type WalkFs = Pick<
  typeof nodeFs,
  'readdirSync' | 'lstatSync' | 'openSync' | 'fstatSync' | 'readSync' | 'closeSync'
>;

/** A PDF as it lies in the folder; as in the table `files`. */
export type FoundFile = FileFacts & { path: string; name: string; depth: number };

/** Files by their names, by the folders that they lie in. */
export type Folders<Known> = Map<string, Map<string, Known>>;

/** A file as it was known, if it was, and as it is found if that may be something else. */
export type Seen<Known> =
  | { known: Known; found: null }
  | { known: Known | undefined; found: FoundFile };

/** `at`: below the shared folder; `full`: on this machine. */
type Folder = { at: string; full: string; depth: number };
type WithFacts = FileFacts & { gone: boolean };

const deepestFolder = 8;
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
): Generator<Seen<Known>[]> {
  const folders: Folder[] = [{ at: '', full: root, depth: 0 }];
  let portion: Seen<Known>[] = [];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const knownHere = knownIn.get(folder.at);
    for (const entry of entriesIn(fs, folder, onUnreadable)) {
      const { name } = entry;
      const known = knownHere?.get(name);
      if (known === undefined && isIgnored(name)) continue;
      if (entry.isDirectory() && folder.depth < deepestFolder) {
        const full = `${folder.full}/${name}`;
        folders.push({ at: placeOf(folder, name), full, depth: folder.depth + 1 });
      } else if (entry.isFile() && (known !== undefined || /\.pdf$/i.test(name))) {
        const seen = compare(fs, folder, name, known);
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

// Hidden files, and those that a program makes while it works.
function isIgnored(name: string): boolean {
  return /^(\.|~\$)|\.(tmp|part)$|^thumbs\.db$/i.test(name);
}

function entriesIn(
  fs: WalkFs,
  { at, full }: Folder,
  onUnreadable: (folder: string, error: LibraryError) => void,
): Dirent[] {
  try {
    return fs.readdirSync(full, { withFileTypes: true });
  } catch (error) {
    if (at === '') throw cannotRead('The shared folder', error);
    onUnreadable(at, cannotRead(`The folder "${at}"`, error));
    return [];
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

function isAsKnown(known: WithFacts, { bytes, modified_ns, inode }: FileFacts): boolean {
  const isSame = known.modified_ns === modified_ns && known.bytes === bytes;
  return isSame && known.inode === inode && !known.gone;
}
