import type { Db } from '../db/schema.ts';

export type PageOf = { hash: string; page: number };

// A page has 3,000 letters. Whatever a file holds, what is cut out of its pages takes a moment only.
const mostLettersOfPage = 60_000;
const mostLetters = 1_000_000;

/** The texts of these pages, very long ones cut off; those that are not there are left out. */
export async function readPageTexts(
  db: Db,
  pages: readonly PageOf[],
): Promise<(PageOf & { text: string })[]> {
  if (pages.length === 0) return [];
  const found = await db
    .selectFrom('page_texts')
    .select(['hash', 'page', 'text'])
    .where((where) => where.or(pages.map(({ hash, page }) => where.and({ hash, page }))))
    .execute();
  const ofOcr = await ocrTextsOf(
    db,
    found.filter(({ text }) => text.trim() === ''),
  );
  let left = mostLetters;
  return found.map((row) => {
    const { hash, page } = row;
    const text = ofOcr.get(`${hash} ${page}`) ?? row.text;
    const part = text.slice(0, Math.min(mostLettersOfPage, left));
    left -= part.length;
    return { hash, page, text: part };
  });
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
