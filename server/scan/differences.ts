import { LibraryError } from '#contract/errors.ts';
import { fileNameKey } from '#contract/file-name.ts';
import type { KnownFile } from './known-files.ts';
import type { FoundFile } from './walk.ts';
import { libraryCommand } from '../config/build.ts';

/** What a scan found to be different; `renamed` and `back` keep what was read of the file. */
export type Difference =
  | { kind: 'new'; found: FoundFile }
  | { kind: 'changed' | 'moved' | 'renamed' | 'back'; known: KnownFile; found: FoundFile }
  | { kind: 'vanished'; known: KnownFile };

/** A file that was found, and as what it was known if it was. */
export type Compared = { known: KnownFile | undefined; found: FoundFile };

/** How the files that are missing and those that were found differ from what was known. */
export function differencesOf(
  known: readonly KnownFile[],
  compared: readonly Compared[],
): Difference[] {
  const differences: Difference[] = [];
  const missing = new Set(known);
  const byTrace = Map.groupBy(missing, traceOf);
  for (const { known: before, found } of compared) {
    // A file that keeps its place on the disk, its size and its time was given another name.
    const renamed = before === undefined ? byTrace.get(traceOf(found))?.pop() : undefined;
    if (renamed !== undefined) missing.delete(renamed);
    const difference = differenceOf(before, renamed, found);
    if (difference !== null) differences.push(difference);
  }
  for (const file of missing) if (!file.gone) differences.push({ kind: 'vanished', known: file });
  return differences;
}

function differenceOf(
  before: KnownFile | undefined,
  renamed: KnownFile | undefined,
  found: FoundFile,
): Difference | null {
  if (renamed !== undefined) return { kind: 'renamed', known: renamed, found };
  return before === undefined ? { kind: 'new', found } : changeOf(before, found);
}

function changeOf(known: KnownFile, found: FoundFile): Difference | null {
  if (!hasSameFacts(known, found)) return { kind: 'changed', known, found };
  // Of the same size and time, yet in another place on the disk: it must be read again.
  if (known.inode !== found.inode) return { kind: 'moved', known, found };
  return known.gone ? { kind: 'back', known, found } : null;
}

function traceOf({ inode, bytes, modified_ns }: FoundFile): string {
  return `${inode} ${bytes} ${modified_ns}`;
}

function hasSameFacts(known: FoundFile, found: FoundFile): boolean {
  return known.bytes === found.bytes && known.modified_ns === found.modified_ns;
}

/** Files that did not change since the scan before. */
export function unchangedOf(
  files: readonly KnownFile[],
  differences: readonly Difference[],
): KnownFile[] {
  const different = new Set(differences.flatMap((one) => (one.kind === 'new' ? [] : [one.known])));
  return files.filter((file) => !different.has(file));
}

// A share that lost its disk, or another share in its place, may still list a stray file or two.
const fewLost = 10;
const mostLostShare = 1 / 4;

/** Fails if too many files are missing: the share itself is likely at fault. */
export function requireFewLost(
  files: readonly KnownFile[],
  foundFiles: number,
  differences: readonly Difference[],
): void {
  const known = files.filter(({ gone }) => !gone).length;
  const lost = differences.filter(({ kind }) => kind === 'vanished').length;
  const isEmptied = lost > 0 && foundFiles === 0;
  if (!isEmptied && (lost <= fewLost || lost <= known * mostLostShare)) return;
  const what = isEmptied
    ? `The shared folder is suddenly empty; it had ${lost} files.`
    : `${lost} of ${known} files are suddenly missing from the shared folder.`;
  throw new LibraryError(
    'share_unreachable',
    `${what} If that is intended, run: ${libraryCommand()} scan --accept-loss`,
  );
}

/** A file just found, as a row. */
export function newFile(found: FoundFile) {
  return { ...found, name_key: fileNameKey(found.name), verdict: 'copying' as const };
}

/** What a difference changes in the file's row. */
export function columnsFor(difference: Exclude<Difference, { kind: 'new' }>, at: string) {
  if (difference.kind === 'vanished') return { gone_at: at };
  const { known, found } = difference;
  const here = { ...found, name_key: fileNameKey(found.name), gone_at: null };
  if (difference.kind === 'changed') {
    const unread = { settled_at: null, hash: null, fault: null };
    return { ...here, ...unread, verdict: 'copying' as const, seen_at: at };
  }
  if (difference.kind === 'moved') {
    const isRead = known.settled && !['not_pdf', 'too_large'].includes(known.verdict);
    const verdict = isRead ? ('checking' as const) : known.verdict;
    return { ...here, verdict, hash: null, seen_at: at };
  }
  return here;
}
