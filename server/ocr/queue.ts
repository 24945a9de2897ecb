import { sql } from 'kysely';
import { sharedTime } from '../db/clock.ts';
import type { Db } from '../db/schema.ts';
import { withWriteLock } from '../db/transactions.ts';
import { touchFilesWith } from '../matching/files.ts';
import type { TsvPage } from './tsv.ts';
import { countRows } from '../db/count-rows.ts';

/** Raised when the same pages would be read better: what an earlier version read is read again. */
export const ocrVersion = 2;

/** A content that waits for OCR, and the file that has it. */
export type Scan = {
  hash: string;
  pages: number;
  path: string;
  bytes: number;
  modified_ns: string;
};

const contentsAtOnce = 500;
/** A page takes some seconds; a process that dies leaves its content to others after so long. */
const heldMs = 5 * 60_000;

/** Notes which contents have no text of their own; gives how many were looked at. */
export async function sortContents(db: Db, nowMs: number): Promise<number> {
  const contents = await db
    .selectFrom('contents')
    .leftJoin('ocr_contents', 'ocr_contents.hash', 'contents.hash')
    .select('contents.hash')
    .select((select) =>
      select
        .exists(
          select
            .selectFrom('page_texts')
            .select('page')
            .whereRef('page_texts.hash', '=', 'contents.hash')
            .where(sql`trim(text, ${' \n\r\t'})`, '<>', ''),
        )
        .as('has_text'),
    )
    .where('contents.state', '=', 'readable')
    .where((where) =>
      where.or([where('ocr_contents.hash', 'is', null), where('version', '<', ocrVersion)]),
    )
    .orderBy('contents.hash')
    .limit(contentsAtOnce)
    .execute();
  if (contents.length === 0) return 0;
  const changed_at = new Date(nowMs).toISOString();
  const rows = contents.map(({ hash, has_text }) => ({
    hash,
    state: has_text ? ('needless' as const) : ('waiting' as const),
    version: ocrVersion,
    changed_at,
  }));
  await withWriteLock(db, async (tx) => {
    await tx
      .insertInto('ocr_contents')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('hash').doUpdateSet((set) => ({
          state: set.ref('excluded.state'),
          version: ocrVersion,
          fault: null,
          changed_at,
        })),
      )
      .execute();
  });
  return contents.length;
}

/** Takes the next content whose file readers can open, for a while; null when none waits. */
export async function claimScan(db: Db, now: () => number): Promise<Scan | null> {
  const nowMs = await sharedTime(db, now);
  const scan = await db
    .selectFrom('ocr_contents')
    .innerJoin('contents', 'contents.hash', 'ocr_contents.hash')
    .innerJoin('files', 'files.hash', 'ocr_contents.hash')
    .select(['ocr_contents.hash', 'pages', 'path', 'files.bytes', 'modified_ns'])
    .where('ocr_contents.state', '=', 'waiting')
    .where('held_until_ms', '<', nowMs)
    .where('settled_at', 'is not', null)
    .where('gone_at', 'is', null)
    .orderBy('ocr_contents.hash')
    .orderBy('files.id')
    .limit(1)
    .executeTakeFirst();
  if (scan === undefined) return null;
  const isOurs = await hold(db, scan.hash, nowMs);
  return isOurs ? { ...scan, pages: scan.pages ?? 0 } : claimScan(db, now);
}

async function hold(db: Db, hash: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ocr_contents')
    .set({ held_until_ms: nowMs + heldMs })
    .where('hash', '=', hash)
    .where('state', '=', 'waiting')
    .where('held_until_ms', '<', nowMs)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Goes on holding it: pages take their time. */
export async function holdOn(db: Db, hash: string, now: () => number): Promise<void> {
  const held_until_ms = (await sharedTime(db, now)) + heldMs;
  await db.updateTable('ocr_contents').set({ held_until_ms }).where('hash', '=', hash).execute();
}

/** Lets it wait again, for others or for later. */
export async function letGo(db: Db, hash: string): Promise<void> {
  await db.updateTable('ocr_contents').set({ held_until_ms: 0 }).where('hash', '=', hash).execute();
}

/** The pages that an earlier process read before it was killed. */
export async function pagesRead(db: Db, hash: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('ocr_texts')
    .select('page')
    .where('hash', '=', hash)
    .where('words', 'is not', null)
    .execute();
  return new Set(rows.map(({ page }) => page));
}

export async function keepPage(
  db: Db,
  hash: string,
  page: number,
  { text, lines }: TsvPage,
): Promise<void> {
  const words = JSON.stringify(lines);
  await db
    .insertInto('ocr_texts')
    .values({ hash, page, text, words })
    .onConflict((conflict) => conflict.columns(['hash', 'page']).doUpdateSet({ text, words }))
    .execute();
}

/** All its pages were tried. Counts as a change of its files, so that the index reads its texts. */
export async function finishScan(
  db: Db,
  hash: string,
  fault: string | null,
  nowMs: number,
): Promise<void> {
  await withWriteLock(db, async (tx) => {
    await tx
      .updateTable('ocr_contents')
      .set({
        state: fault === null ? 'done' : 'failed',
        fault,
        held_until_ms: 0,
        changed_at: new Date(nowMs).toISOString(),
      })
      .where('hash', '=', hash)
      .execute();
    await touchFilesWith(tx, hash);
  });
}

export type OcrCounts = Record<'waiting' | 'done' | 'failed', number> & { pages: number };

/** How many scans there are, and how far they are. */
export async function countScans(db: Db): Promise<OcrCounts> {
  const rows = await db
    .selectFrom('ocr_contents')
    .select(['state', (select) => select.fn.countAll<number>().as('count')])
    .where('state', '<>', 'needless')
    .groupBy('state')
    .execute();
  const pages = await countRows(db.selectFrom('ocr_texts'));
  const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return { waiting: of('waiting'), done: of('done'), failed: of('failed'), pages };
}

export function countWaitingScans(db: Db): Promise<number> {
  return countRows(db.selectFrom('ocr_contents').where('state', '=', 'waiting'));
}
