import { setImmediate } from 'node:timers/promises';
import { LibraryError } from '#contract/errors.ts';
import { fileNameKey } from '#contract/file-name.ts';
import type { Verdict } from '#contract/upload-status.ts';
import type { Db, Tx } from '../db/schema.ts';
import type { Inspection } from './inspect.ts';
import { judgeFiles } from '../matching/judge.ts';
import {
  type Folders,
  type FoundFile,
  type QuickStat,
  quickStatOf,
  type WalkFs,
  walk,
} from './walk.ts';

export type FolderScanDeps = {
  db: Db;
  root: string;
  fs: WalkFs;
  inspect: (fs: WalkFs, root: string, file: FoundFile) => Inspection;
  now?: () => number;
  /** Called between portions, so that whoever watches knows a long scan is still alive. */
  onProgress?: () => Promise<void>;
};

export type ScanOptions = {
  /** The librarian says that the missing files are meant to be missing. */
  acceptLoss?: boolean;
  /** Nobody else writes to the folder, so one scan is enough. */
  settleAtOnce?: boolean;
};

/** What a scan found; `unsettled` of the files are new or changed, and a second scan must confirm them. */
export type FolderScan = { files: number; unsettled: number; warning: string | null };

type KnownFile = FoundFile & {
  id: number;
  verdict: Verdict;
  settled: boolean;
  gone: boolean;
  /** Null for a file that is gone. */
  quickStat: QuickStat | null;
  /** The number of the scan that saw it last. */
  seenBy: number;
};

/** What a scan found to be different; `renamed` and `back` keep what was read of the file. */
type Difference =
  | { kind: 'new'; found: FoundFile }
  | { kind: 'changed' | 'moved' | 'renamed' | 'back'; known: KnownFile; found: FoundFile }
  | { kind: 'vanished'; known: KnownFile };

/** What a walk found: how many files, and those that may not be as they were known. */
type Walked = {
  files: number;
  others: { known: KnownFile | undefined; found: FoundFile }[];
  /** Subfolders that could not be read, and why. */
  unreadable: { folder: string; fault: string }[];
};

const rowsAtOnce = 500;

/**
 * Compares the shared folder with the table `files`, scan after scan. The table's rows stay in memory
 * until its counter moves, so a folder that did not change costs its listing and nothing else.
 */
export class FolderScanner {
  readonly #deps: FolderScanDeps;
  #known: { version: number; files: Folders<KnownFile> } | null = null;
  #scans = 0;

  constructor(deps: FolderScanDeps) {
    this.#deps = deps;
  }

  /** One scan. */
  async scan(options: ScanOptions = {}): Promise<FolderScan> {
    const known = await this.#knownFiles();
    const walked = await this.#walk(known);
    const files = listOf(known);
    const missing = files.filter(
      (file) => file.seenBy !== this.#scans && !isBelow(walked.unreadable, file),
    );
    const differences = differencesOf(missing, walked);
    if (options.acceptLoss !== true) requireFewLost(files, walked, differences);
    for (const portion of portionsOf(differences)) {
      await this.#deps.db.transaction().execute((tx) => this.#record(tx, portion));
      await this.#yieldAfter(portion);
    }
    const waiting = options.settleAtOnce
      ? unsettledOf(listOf(await this.#knownFiles()))
      : unchangedOf(unsettledOf(files), differences);
    for (const portion of portionsOf(waiting)) await this.#settle(portion);
    const fresh = differences.filter(({ kind }) => kind === 'new' || kind === 'changed').length;
    const unsettled = options.settleAtOnce ? 0 : fresh;
    return { files: walked.files, unsettled, warning: warningOf(walked) };
  }

  get #at(): string {
    return new Date(this.#deps.now?.() ?? Date.now()).toISOString();
  }

  // A full portion took some milliseconds: whoever waits for the event loop goes first.
  async #yieldAfter(portion: readonly unknown[]): Promise<void> {
    if (portion.length < rowsAtOnce) return;
    await this.#deps.onProgress?.();
    await setImmediate();
  }

  async #walk(knownIn: Folders<KnownFile>): Promise<Walked> {
    const walked: Walked = { files: 0, others: [], unreadable: [] };
    this.#scans++;
    const onUnreadable = (folder: string, { message }: LibraryError) =>
      walked.unreadable.push({ folder, fault: message });
    for (const portion of walk(this.#deps.fs, this.#deps.root, knownIn, onUnreadable)) {
      walked.files += portion.length;
      for (const { known, found } of portion) {
        if (known !== undefined) known.seenBy = this.#scans;
        if (found !== null) walked.others.push({ known, found });
      }
      await this.#yieldAfter(portion);
    }
    return walked;
  }

  async #knownFiles(): Promise<Folders<KnownFile>> {
    const { db } = this.#deps;
    const { value: version } = await db
      .selectFrom('versions')
      .select('value')
      .where('name', '=', 'files')
      .executeTakeFirstOrThrow();
    if (this.#known?.version !== version) {
      this.#known = { version, files: await readKnownFiles(db) };
    }
    return this.#known.files;
  }

  async #record(tx: Tx, differences: readonly Difference[]): Promise<void> {
    const ids = new Set<number>();
    const keys = new Set<string>();
    for (const difference of differences) {
      if (difference.kind === 'new') continue;
      ids.add(difference.known.id);
      keys.add(fileNameKey(difference.known.name));
      let update = tx.updateTable('files').where('id', '=', difference.known.id);
      if (difference.kind === 'renamed') {
        const { path } = difference.found;
        update = update.where((where) => where.not(where.exists(fileAt(tx, path))));
      }
      await update.set(columnsFor(difference, this.#at)).execute();
    }
    const rows = differences
      .filter((difference) => difference.kind === 'new')
      .map(({ found }) => ({ ...newFile(found), seen_at: this.#at }));
    if (rows.length > 0) {
      const insert = tx.insertInto('files').values(rows);
      await insert.onConflict((conflict) => conflict.column('path').doNothing()).execute();
    }
    for (const { name_key } of rows) keys.add(name_key);
    await judgeFiles(tx, { ids, keys });
  }

  /** Files that did not change since the scan before: they count from now on, unless cut short. */
  async #settle(files: readonly KnownFile[]): Promise<void> {
    const { fs, root, inspect, db } = this.#deps;
    const inspected = files.map((file) => ({ file, inspection: inspect(fs, root, file) }));
    await this.#yieldAfter(files);
    const changed = inspected.filter(
      ({ file, inspection }) => verdictBy[inspection] !== file.verdict,
    );
    if (changed.length === 0) return;
    await db.transaction().execute(async (tx) => {
      for (const { file, inspection } of changed) {
        const settled_at = ['changing', 'incomplete'].includes(inspection) ? null : this.#at;
        await tx
          .updateTable('files')
          .set({ verdict: verdictBy[inspection], settled_at, fault: null })
          .where('id', '=', file.id)
          .execute();
      }
      await judgeFiles(tx, { ids: changed.map(({ file }) => file.id) });
    });
  }
}

const verdictBy: Record<Inspection, Verdict> = {
  whole: 'checking',
  incomplete: 'incomplete',
  not_pdf: 'not_pdf',
  too_large: 'too_large',
  changing: 'copying',
};

// A share that lost its disk, or another share in its place, may still list a stray file or two.
const fewLost = 10;
const mostLostShare = 1 / 4;

function requireFewLost(
  files: readonly KnownFile[],
  walked: Walked,
  differences: readonly Difference[],
): void {
  const known = files.filter(({ gone }) => !gone).length;
  const lost = differences.filter(({ kind }) => kind === 'vanished').length;
  const isEmptied = lost > 0 && walked.files === 0;
  if (!isEmptied && (lost <= fewLost || lost <= known * mostLostShare)) return;
  const what = isEmptied
    ? `The shared folder is suddenly empty; ${lost} files were there.`
    : `${lost} of ${known} files are suddenly missing from the shared folder.`;
  throw new LibraryError(
    'share_unreachable',
    `${what} If that is meant, run: npm run library -- scan --accept-loss`,
  );
}

/** Files below a folder that cannot be read stay as they are known. */
function isBelow(unreadable: Walked['unreadable'], { path }: KnownFile): boolean {
  return unreadable.some(({ folder }) => path.startsWith(`${folder}/`));
}

function warningOf({ unreadable }: Walked): string | null {
  const [first, ...others] = unreadable;
  if (first === undefined) return null;
  if (others.length === 0) return `${first.fault} Its files stay as they were.`;
  return `${first.fault} Nor can ${others.length} more. Their files stay as they were.`;
}

function differencesOf(known: readonly KnownFile[], { others }: Walked): Difference[] {
  const differences: Difference[] = [];
  const missing = new Set(known);
  const byTrace = Map.groupBy(missing, traceOf);
  for (const { known: before, found } of others) {
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

function listOf(folders: Folders<KnownFile>): KnownFile[] {
  return [...folders.values()].flatMap((files) => [...files.values()]);
}

function unsettledOf(files: readonly KnownFile[]): KnownFile[] {
  return files.filter(({ settled, gone }) => !settled && !gone);
}

/** Files that did not change since the scan before. */
function unchangedOf(files: readonly KnownFile[], differences: readonly Difference[]): KnownFile[] {
  const different = new Set(differences.flatMap((one) => (one.kind === 'new' ? [] : [one.known])));
  return files.filter((file) => !different.has(file));
}

function newFile(found: FoundFile) {
  return { ...found, name_key: fileNameKey(found.name), verdict: 'copying' as const };
}

function columnsFor(difference: Exclude<Difference, { kind: 'new' }>, at: string) {
  if (difference.kind === 'vanished') return { gone_at: at };
  const { known, found } = difference;
  const here = { ...found, name_key: fileNameKey(found.name), gone_at: null };
  if (difference.kind === 'changed') {
    const unread = { settled_at: null, hash: null, fault: null };
    return { ...here, ...unread, verdict: 'copying' as const, seen_at: at };
  }
  if (difference.kind === 'moved') {
    const verdict = known.settled ? ('checking' as const) : known.verdict;
    return { ...here, verdict, hash: null, seen_at: at };
  }
  return here;
}

// An upload or a rename in the console may have recorded a file since the folder was walked: its row
// stands, and the next scan compares it.
function fileAt(tx: Tx, path: string) {
  return tx.selectFrom('files').select('id').where('path', '=', path);
}

async function readKnownFiles(db: Db): Promise<Folders<KnownFile>> {
  const folders: Folders<KnownFile> = new Map();
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('files')
      .select(['id', 'path', 'name', 'depth', 'bytes', 'modified_ns', 'inode'])
      .select(['verdict', 'settled_at', 'gone_at'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(5000)
      .execute();
    for (const { settled_at, gone_at, ...row } of rows) {
      const folder = row.path.slice(0, -row.name.length - 1);
      const gone = gone_at !== null;
      const quickStat = gone ? null : quickStatOf(row);
      const file = { ...row, settled: settled_at !== null, gone, quickStat, seenBy: 0 };
      folders.getOrInsertComputed(folder, () => new Map<string, KnownFile>()).set(row.name, file);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < 5000) return folders;
    after = last.id;
    await setImmediate();
  }
}

function portionsOf<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / rowsAtOnce);
  return Array.from({ length: count }, (_, at) =>
    all.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  );
}
