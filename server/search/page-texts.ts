import type { Db } from '../db/schema.ts';

export type PageOf = { hash: string; page: number };

/** The texts of these pages; those that are not there are left out. */
export async function readPageTexts(
  db: Db,
  pages: readonly PageOf[],
): Promise<(PageOf & { text: string })[]> {
  if (pages.length === 0) return [];
  return db
    .selectFrom('page_texts')
    .select(['hash', 'page', 'text'])
    .where((where) => where.or(pages.map(({ hash, page }) => where.and({ hash, page }))))
    .execute();
}
