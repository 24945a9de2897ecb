import { setImmediate } from 'node:timers/promises';
import type { LibraryError } from '#contract/errors.ts';
import { fileNameKey } from '#contract/file-name.ts';
import type { Verdict } from '#contract/upload-status.ts';
import { portionsOf } from '../db/portions.ts';
import type { Db, Tx } from '../db/schema.ts';
import { withWriteLock } from '../db/transactions.ts';
import type { Inspection } from './inspect.ts';
import type { ScannedPlace } from './place.ts';
import { addFiles, moveFileRow, updateFiles } from '../matching/files.ts';
import { judgeFiles } from '../matching/judge.ts';
import {
  columnsFor,
  type Compared,
  type Difference,
  differencesOf,
  newFile,
  requireFewLost,
  unchangedOf,
} from './differences.ts';
import { FolderTimes } from './folder-times.ts';
import { type KnownFile, readKnownFiles } from './known-files.ts';
import type { Folders } from './walk.ts';

export type FolderScanDeps = {
  db: Db;
  place: ScannedPlace;
  now?: () => number;
  /** Called between portions: shows that a long scan is still alive. */
  onProgress?: () => Promise<void>;
};

export type ScanOptions = {
  /** The librarian says that the missing files are meant to be missing. */
  acceptLoss?: boolean;
  /** Nobody else writes to the folder, so one scan is enough. */
  settleAtOnce?: boolean;
  /** True: folders with the time of an earlier scan are not listed. False: their times are kept for that. */
  quick?: boolean;
};

/** What a scan found; `unsettled` of the files are new or changed, and a second scan must confirm them. */
export type FolderScan = { files: number; unsettled: number; warning: string | null };

/** What a walk found: how many files, and those that may not be as they were known. */
type Walked = {
  files: number;
  others: Compared[];
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
  readonly #times = new FolderTimes();
  #scans = 0;

  constructor(deps: FolderScanDeps) {
    this.#deps = deps;
  }

  /** One scan. */
  async scan(options: ScanOptions = {}): Promise<FolderScan> {
    try {
      return await this.#scan(options);
    } catch (error) {
      this.#times.forget();
      throw error;
    }
  }

  async #scan(options: ScanOptions): Promise<FolderScan> {
    const { mount } = this.#deps.place;
    if (options.acceptLoss === true) await mount?.forget();
    await mount?.require();
    const known = await this.#knownFiles();
    const walked = await this.#walk(known, options.quick);
    const files = listOf(known);
    const missing = files.filter(
      (file) => file.seenBy !== this.#scans && !isBelow(walked.unreadable, file),
    );
    const differences = differencesOf(missing, walked.others);
    if (options.acceptLoss !== true) requireFewLost(files, walked.files, differences);
    for (const portion of portionsOf(differences)) {
      await withWriteLock(this.#deps.db, (tx) => this.#record(tx, portion));
      await this.#yieldAfter(portion);
    }
    this.#times.keep(differences.flatMap(foldersOf));
    const settleAtOnce = options.settleAtOnce === true;
    const waiting = settleAtOnce
      ? unsettledOf(listOf(await this.#knownFiles()))
      : unchangedOf(unsettledOf(files), differences);
    for (const portion of portionsOf(waiting)) await this.#settle(portion);
    const fresh = differences.filter(({ kind }) => kind === 'new' || kind === 'changed').length;
    const unsettled = settleAtOnce ? 0 : fresh;
    await mount?.keep().catch(() => {}); // DATA_DIR is full: the next scan keeps it
    return { files: walked.files, unsettled, warning: warningOf(walked) };
  }

  get #at(): string {
    return new Date(this.#deps.now?.() ?? Date.now()).toISOString();
  }

  // A full portion takes some milliseconds: let others use the event loop first.
  async #yieldAfter(portion: readonly unknown[]): Promise<void> {
    if (portion.length < rowsAtOnce) return;
    await this.#deps.onProgress?.();
    await setImmediate();
  }

  async #walk(knownIn: Folders<KnownFile>, quick: boolean | undefined): Promise<Walked> {
    const walked: Walked = { files: 0, others: [], unreadable: [] };
    this.#scans++;
    const onUnreadable = (folder: string, { message }: LibraryError) =>
      walked.unreadable.push({ folder, fault: message });
    const { place, now = Date.now } = this.#deps;
    const shortcut = quick === undefined ? null : { times: this.#times, quick, nowMs: now() };
    this.#times.begin();
    for (const portion of place.walk(knownIn, onUnreadable, shortcut)) {
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
      const columns = columnsFor(difference, this.#at);
      // The console may have recorded a file there since the folder was walked. The next scan compares it.
      if ('path' in columns && difference.kind === 'renamed') {
        await moveFileRow(tx, difference.known.id, columns);
      } else {
        await updateFiles(tx, [difference.known.id], columns);
      }
    }
    const rows = differences
      .filter((difference) => difference.kind === 'new')
      .map(({ found }) => ({ ...newFile(found), seen_at: this.#at }));
    await addFiles(tx, rows);
    for (const { name_key } of rows) keys.add(name_key);
    await judgeFiles(tx, { ids, keys });
  }

  /** Files that did not change since the scan before: they count from now on, unless cut short. */
  async #settle(files: readonly KnownFile[]): Promise<void> {
    const { place, db } = this.#deps;
    const inspections = place.inspect(files);
    await this.#yieldAfter(files);
    const changed = files
      .map((file, at) => ({ file, inspection: inspections[at] ?? 'changing' }))
      .filter(({ file, inspection }) => verdictBy[inspection] !== file.verdict);
    if (changed.length === 0) return;
    await withWriteLock(db, async (tx) => {
      for (const [inspection, alike] of Map.groupBy(changed, (one) => one.inspection)) {
        const settled_at = ['changing', 'incomplete'].includes(inspection) ? null : this.#at;
        const columns = { verdict: verdictBy[inspection], settled_at, hash: null, fault: null };
        await updateFiles(tx, idsOf(alike), columns);
      }
      await judgeFiles(tx, { ids: idsOf(changed) });
    });
  }
}

/** The folders that a difference is about. */
function foldersOf(difference: Difference): string[] {
  const files = [
    ...('known' in difference ? [difference.known] : []),
    ...('found' in difference ? [difference.found] : []),
  ];
  return files.map(({ path, name }) => path.slice(0, -name.length - 1));
}

function idsOf(inspected: readonly { file: KnownFile }[]): number[] {
  return inspected.map(({ file }) => file.id);
}

const verdictBy: Record<Inspection, Verdict> = {
  whole: 'checking',
  incomplete: 'incomplete',
  not_pdf: 'not_pdf',
  too_large: 'too_large',
  changing: 'copying',
};

/** Files below a folder that cannot be read stay as they are known. */
function isBelow(unreadable: Walked['unreadable'], { path }: KnownFile): boolean {
  return unreadable.some(({ folder }) => path.startsWith(`${folder}/`));
}

function warningOf({ unreadable }: Walked): string | null {
  const [first, ...others] = unreadable;
  if (first === undefined) return null;
  if (others.length === 0) return `${first.fault} Its files stay as they were.`;
  return `${first.fault} The same holds for ${others.length} more. Their files stay as they were.`;
}

function listOf(folders: Folders<KnownFile>): KnownFile[] {
  return [...folders.values()].flatMap((files) => [...files.values()]);
}

function unsettledOf(files: readonly KnownFile[]): KnownFile[] {
  return files.filter(({ settled, gone }) => !settled && !gone);
}
