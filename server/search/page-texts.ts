import { selectInPortions } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import { readFurniture } from '../pdf/text/furniture.ts';
import { type PdfHeading, readHeadings } from '../pdf/text/headings.ts';

export type PageText = { hash: string; page: number; text: string };

/** The pages of contents, all or these, in their order; with what OCR read where a page has no text of its own. */
export async function readPageTexts(
  db: Db,
  hashes: Iterable<string>,
  pages?: readonly number[],
): Promise<PageText[]> {
  const found = await select(db, 'page_texts', hashes, pages);
  const without = found.filter(({ text }) => text.trim() === '');
  if (without.length === 0) return found;
  const read = await select(db, 'ocr_texts', new Set(without.map(({ hash }) => hash)), pages);
  const ofOcr = new Map(read.map((one) => [keyOf(one), one.text]));
  return found.map((one) =>
    one.text.trim() === '' ? { ...one, text: ofOcr.get(keyOf(one)) ?? one.text } : one,
  );
}

/** Headings are null in a content without text of its own, as a scan; furniture is by page, from 0. */
type Structure = { headings: PdfHeading[] | null; furniture: ReturnType<typeof readFurniture> };

export async function readStructureOf(db: Db, hash: string): Promise<Structure> {
  const saved = await db
    .selectFrom('content_words')
    .select(['headings', 'furniture'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  const headings = saved?.headings == null ? null : readHeadings(saved.headings);
  return { headings, furniture: readFurniture(saved?.furniture ?? null) };
}

function select(
  db: Db,
  table: 'page_texts' | 'ocr_texts',
  hashes: Iterable<string>,
  pages?: readonly number[],
): Promise<PageText[]> {
  return selectInPortions(hashes, (portion) =>
    db
      .selectFrom(table)
      .select(['hash', 'page', 'text'])
      .where('hash', 'in', portion)
      .$if(pages !== undefined, (query) => query.where('page', 'in', pages ?? []))
      .orderBy('hash')
      .orderBy('page'),
  );
}

function keyOf({ hash, page }: PageText): string {
  return `${hash} ${page}`;
}
