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
  let left = mostLetters;
  return found.map(({ hash, page, text }) => {
    const part = text.slice(0, Math.min(mostLettersOfPage, left));
    left -= part.length;
    return { hash, page, text: part };
  });
}
