import { setImmediate as nextTick } from 'node:timers/promises';
import { LibraryError } from '#contract/errors.ts';
import { fileNameKey } from '#contract/file-name.ts';
import type { Verdict } from '#contract/upload-status.ts';
import type { Db, Tx } from '../db/schema.ts';
import type { Inspection } from './inspect.ts';
import { judgeFiles } from '../matching/judge.ts';
import { type Folders, type FoundFile, type Glance, glanceOf, type LookFs, walk } from './walk.ts';

export type Looking = {
  db: Db;
  root: string;
  fs: LookFs;
  inspect: (fs: LookFs, root: string, file: FoundFile) => Inspection;
  now?: () => number;
  /** Called between portions: a long look is still alive. */
  onProgress?: () => Promise<void>;
};

export type LookOptions = {
  /** The librarian says that the folder is meant to be empty. */
  acceptEmpty?: boolean;
  /** Nobody else writes to the folder, so one look is enough. */
  settleAtOnce?: boolean;
};

type KnownFile = FoundFile & {
  id: number;
  verdict: Verdict;
  settled: boolean;
  gone: boolean;
  /** Of a file that is there. */
  glance: Glance | null;
  /** The look that saw it last. */
  seenAt: number;
};

/** What a look found to be different; `renamed` and `back` keep what was read of the file. */
type Difference =
  | { kind: 'new'; found: FoundFile }
  | { kind: 'changed' | 'moved' | 'renamed' | 'back'; known: KnownFile; found: FoundFile }
  | { kind: 'vanished'; known: KnownFile };

/** What a walk saw: how many files, and those that may not be as they were known. */
type Sight = { files: number; others: { known: KnownFile | undefined; found: FoundFile }[] };

const rowsAtOnce = 500;

/**
 * Looks at the shared folder, again and again. What was known before is kept in memory for as long
 * as the table stands, so a folder that did not change costs its listing and nothing else.
 */
export class FolderLooks {
  readonly #looking: Looking;
  #known: { version: number; files: Folders<KnownFile> } | null = null;
  #looks = 0;

  constructor(looking: Looking) {
    this.#looking = looking;
  }

  /** One look. Gives how many files there are, and whether some must be looked at again soon. */
  async look(options: LookOptions = {}): Promise<{ files: number; unsettled: number }> {
    const known = await this.#knownFiles();
    const sight = await this.#walk(known);
    const files = listOf(known);
    requireNotEmptied(files, sight, options);
    const missing = files.filter(({ seenAt }) => seenAt !== this.#looks);
    const differences = differencesOf(missing, sight);
    for (const portion of portionsOf(differences)) {
      await this.#looking.db.transaction().execute((tx) => this.#record(tx, portion));
      await this.#breatheAfter(portion);
    }
    const waiting = options.settleAtOnce
      ? unsettledOf(listOf(await this.#knownFiles()))
      : stillOnes(unsettledOf(files), differences);
    for (const portion of portionsOf(waiting)) await this.#settle(portion);
    const fresh = differences.filter(({ kind }) => kind === 'new' || kind === 'changed').length;
    return { files: sight.files, unsettled: options.settleAtOnce ? 0 : fresh };
  }

  get #at(): string {
    return new Date(this.#looking.now?.() ?? Date.now()).toISOString();
  }

  // A small folder needs no pause, and its look is over in one turn of the event loop.
  async #breatheAfter(portion: readonly unknown[]): Promise<void> {
    if (portion.length < rowsAtOnce) return;
    await this.#looking.onProgress?.();
    await nextTick();
  }

  async #walk(knownIn: Folders<KnownFile>): Promise<Sight> {
    const sight: Sight = { files: 0, others: [] };
    this.#looks++;
    for (const portion of walk(this.#looking.fs, this.#looking.root, knownIn)) {
      sight.files += portion.length;
      for (const { known, found } of portion) {
        if (known !== undefined) known.seenAt = this.#looks;
        if (found !== null) sight.others.push({ known, found });
      }
      await this.#breatheAfter(portion);
    }
    return sight;
  }

  async #knownFiles(): Promise<Folders<KnownFile>> {
    const { db } = this.#looking;
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
    const touched = { ids: new Set<number>(), keys: new Set<string>() };
    for (const difference of differences) {
      if (difference.kind === 'new') continue;
      touched.ids.add(difference.known.id);
      touched.keys.add(fileNameKey(difference.known.name));
      await tx
        .updateTable('files')
        .set(changeFor(difference, this.#at))
        .where('id', '=', difference.known.id)
        .execute();
    }
    const rows = differences
      .filter((difference) => difference.kind === 'new')
      .map(({ found }) => ({ ...newFile(found), seen_at: this.#at }));
    if (rows.length > 0) await tx.insertInto('files').values(rows).execute();
    await judgeFiles(tx, touched);
  }

  /** Those that are as they were at the look before: they count from now on, unless cut short. */
  async #settle(files: readonly KnownFile[]): Promise<void> {
    const { fs, root, inspect, db } = this.#looking;
    const inspected = files.map((file) => ({ file, says: inspect(fs, root, file) }));
    await this.#breatheAfter(files);
    const news = inspected.filter(({ file, says }) => verdictBy[says] !== file.verdict);
    if (news.length === 0) return;
    await db.transaction().execute(async (tx) => {
      for (const { file, says } of news) {
        const settled_at = ['changing', 'incomplete'].includes(says) ? null : this.#at;
        await tx
          .updateTable('files')
          .set({ verdict: verdictBy[says], settled_at, fault: null })
          .where('id', '=', file.id)
          .execute();
      }
      await judgeFiles(tx, { ids: new Set(news.map(({ file }) => file.id)), keys: new Set() });
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

function requireNotEmptied(
  known: readonly KnownFile[],
  sight: Sight,
  { acceptEmpty = false }: LookOptions,
): void {
  if (sight.files > 0 || acceptEmpty) return;
  const lost = known.filter(({ gone }) => !gone).length;
  if (lost === 0) return;
  throw new LibraryError(
    'share_unreachable',
    `The shared folder is suddenly empty; ${lost} files were there. If that is meant, run: npm run library -- scan --accept-empty`,
  );
}

function differencesOf(known: readonly KnownFile[], { others }: Sight): Difference[] {
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
  return before === undefined ? { kind: 'new', found } : change(before, found);
}

function change(known: KnownFile, found: FoundFile): Difference | null {
  if (!isStill(known, found)) return { kind: 'changed', known, found };
  // Of the same size and time, yet in another place on the disk: it must be read again.
  if (known.inode !== found.inode) return { kind: 'moved', known, found };
  return known.gone ? { kind: 'back', known, found } : null;
}

function traceOf({ inode, bytes, modified_ns }: FoundFile): string {
  return `${inode} ${bytes} ${modified_ns}`;
}

function isStill(known: FoundFile, found: FoundFile): boolean {
  return known.bytes === found.bytes && known.modified_ns === found.modified_ns;
}

function listOf(folders: Folders<KnownFile>): KnownFile[] {
  return [...folders.values()].flatMap((files) => [...files.values()]);
}

function unsettledOf(files: readonly KnownFile[]): KnownFile[] {
  return files.filter(({ settled, gone }) => !settled && !gone);
}

/** Those that are as they were at the look before. */
function stillOnes(files: readonly KnownFile[], differences: readonly Difference[]): KnownFile[] {
  const different = new Set(differences.flatMap((one) => (one.kind === 'new' ? [] : [one.known])));
  return files.filter((file) => !different.has(file));
}

function newFile(found: FoundFile) {
  return { ...found, name_key: fileNameKey(found.name), verdict: 'copying' as const };
}

function changeFor(difference: Exclude<Difference, { kind: 'new' }>, at: string) {
  if (difference.kind === 'vanished') return { gone_at: at, nearest_document_id: null };
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
      const glance = gone ? null : glanceOf(row);
      const file = { ...row, settled: settled_at !== null, gone, glance, seenAt: 0 };
      folders.getOrInsertComputed(folder, () => new Map<string, KnownFile>()).set(row.name, file);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < 5000) return folders;
    after = last.id;
    await nextTick();
  }
}

function portionsOf<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / rowsAtOnce);
  return Array.from({ length: count }, (_, at) =>
    all.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  );
}
