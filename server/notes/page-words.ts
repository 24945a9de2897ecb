import type { OcrWord } from '#contract/ocr.ts';
import type { Db } from '../db/schema.ts';
import { unpackWords, type Word } from '../pdf/text/words.ts';
import type { WordsOfPages } from './anchor.ts';

type PageSize = { pages: number; width: number; height: number };

/** Runs of pages of one size. */
export type PageSizes = PageSize[];
/** What OCR read on a page, as JSON. */
export type OcrPage = { page: number; words: string | null };

/**
 * The stored words of some pages of a content; those of a page without text are what OCR read. Null if the content is
 * not known, or has no such page.
 */
export async function readPageWords(
  db: Db,
  hash: string,
  pages: readonly number[],
): Promise<WordsOfPages | null> {
  const content = await db
    .selectFrom('contents')
    .innerJoin('content_words', 'content_words.hash', 'contents.hash')
    .select(['contents.pages', 'page_sizes', 'words'])
    .where('contents.hash', '=', hash)
    .executeTakeFirst();
  if (content === undefined || pages.some((page) => page > (content.pages ?? 0))) return null;
  const printed = unpackWords(content.words, new Set(pages.map((page) => page - 1)));
  const words = new Map<number, readonly Word[]>();
  for (const page of pages) words.set(page, printed[page - 1] ?? []);
  const sizes = JSON.parse(content.page_sizes ?? '[]') as PageSizes; // written by pdf/save-facts.ts
  const empty = pages.filter((page) => words.get(page)?.length === 0);
  for (const { page, words: found } of empty.length === 0 ? [] : await ocrPages(db, hash, empty)) {
    words.set(page, ocrWords(found, sizeOf(sizes, page)));
  }
  return words;
}

/** The words of all pages; those of a page without text are what OCR read. */
export function withOcrWords(
  printed: Word[][],
  sizes: PageSizes,
  ocr: readonly OcrPage[],
): Word[][] {
  const read = new Map(ocr.map(({ page, words }) => [page, words]));
  return printed.map((words, at) => {
    const json = read.get(at + 1) ?? null;
    return words.length > 0 || json === null ? words : ocrWords(json, sizeOf(sizes, at + 1));
  });
}

function ocrPages(db: Db, hash: string, pages: readonly number[]) {
  return db
    .selectFrom('ocr_texts')
    .select(['page', 'words'])
    .where('hash', '=', hash)
    .where('page', 'in', pages)
    .execute();
}

/** OCR's words are in ten-thousandths of the page. */
function ocrWords(json: string | null, { width, height }: PageSize): Word[] {
  const lines = JSON.parse(json ?? '[]') as OcrWord[][]; // written by ocr/queue.ts
  return lines.flat().map(([text, left, top, across, down]) => ({
    text,
    left: (left * width) / 10_000,
    top: (top * height) / 10_000,
    width: (across * width) / 10_000,
    height: (down * height) / 10_000,
  }));
}

function sizeOf(runs: readonly PageSize[], page: number): PageSize {
  let before = 0;
  for (const run of runs) {
    before += run.pages;
    if (page <= before) return run;
  }
  return { pages: 1, width: 595, height: 842 };
}
