import { portionsOf } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import { ownTurn } from './turns.ts';

export type PageOf = { hash: string; page: number };

// A page has 3,000 letters. Whatever a file holds, what is cut out of its pages takes a moment only.
const mostLettersOfPage = 60_000;
const mostLetters = 1_000_000;

// With SQLite all of a query is done in one turn of the event loop, in which nobody else is served; and
// one that is always as long as the last is prepared only once.
const pagesAtOnce = 8;

/** The texts of these pages, very long ones cut off; those that are not there are left out. */
export async function readPageTexts(
  db: Db,
  pages: readonly PageOf[],
): Promise<(PageOf & { text: string })[]> {
  const texts: (PageOf & { text: string })[] = [];
  let left = mostLetters;
  for (const portion of portionsOf(pages, pagesAtOnce)) {
    await ownTurn();
    for (const { hash, page, text } of await readPortion(db, portion)) {
      const part = text.slice(0, Math.min(mostLettersOfPage, left));
      left -= part.length;
      texts.push({ hash, page, text: part });
    }
  }
  return texts;
}

async function readPortion(
  db: Db,
  pages: readonly PageOf[],
): Promise<(PageOf & { text: string })[]> {
  const found = await db
    .selectFrom('page_texts')
    .select(['hash', 'page', 'text'])
    .where((where) => where.or(pages.map(({ hash, page }) => where.and({ hash, page }))))
    .execute();
  const ofOcr = await ocrTextsOf(
    db,
    found.filter(({ text }) => text.trim() === ''),
  );
  return found.map(({ hash, page, text }) => ({
    hash,
    page,
    text: ofOcr.get(`${hash} ${page}`) ?? text,
  }));
}

/** What OCR read of pages that have no text of their own. */
async function ocrTextsOf(db: Db, pages: readonly PageOf[]): Promise<Map<string, string>> {
  if (pages.length === 0) return new Map();
  const found = await db
    .selectFrom('ocr_texts')
    .select(['hash', 'page', 'text'])
    .where((where) => where.or(pages.map(({ hash, page }) => where.and({ hash, page }))))
    .execute();
  return new Map(found.map(({ hash, page, text }) => [`${hash} ${page}`, text]));
}
