import type { CompiledQuery } from 'kysely';
import { portionsOf } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import { type PdfHeading, readHeadings } from '../pdf/headings.ts';

export type PageOf = { hash: string; page: number };
type PageText = PageOf & { text: string };

// A page has 3,000 letters. Whatever a file holds, what is cut out of its pages takes a moment only.
const mostLettersOfPage = 60_000;
const mostLetters = 2_000_000;

/** As many as an answer has on its first documents. */
const pagesAtOnce = 20;

/** The texts of pages. Its queries are made once: that takes longer than to answer them. */
export class PageTexts {
  readonly #db: Db;
  readonly #ofPdf: CompiledQuery<PageText>;
  readonly #ofOcr: CompiledQuery<PageText>;
  readonly #headings: CompiledQuery<{ headings: string | null }>;

  constructor(db: Db) {
    this.#db = db;
    this.#ofPdf = queryOf(db, 'page_texts');
    this.#ofOcr = queryOf(db, 'ocr_texts');
    this.#headings = db
      .selectFrom('content_words')
      .select('headings')
      .where('hash', '=', '')
      .compile();
  }

  /** Of these pages, one after the other, very long ones cut off; those that are not there are left out. */
  async *read(pages: readonly PageOf[]): AsyncGenerator<PageText> {
    let left = mostLetters;
    for (const portion of portionsOf(pages, pagesAtOnce)) {
      for (const { hash, page, text } of await this.#readPortion(portion)) {
        const part = text.slice(0, Math.min(mostLettersOfPage, left));
        left -= part.length;
        yield { hash, page, text: part };
      }
    }
  }

  /** The headings of a content; null if it has no text of its own, as a scan. */
  async headings(hash: string): Promise<PdfHeading[] | null> {
    const query = { ...this.#headings, parameters: [hash] };
    const { rows } = await this.#db.executeQuery<{ headings: string | null }>(query);
    const saved = rows[0]?.headings ?? null;
    return saved === null ? null : readHeadings(saved);
  }

  async #readPortion(pages: readonly PageOf[]): Promise<PageText[]> {
    const found = await this.#ask(this.#ofPdf, pages);
    const without = found.filter(({ text }) => text.trim() === '');
    if (without.length === 0) return found;
    const read = await this.#ask(this.#ofOcr, without);
    const ofOcr = new Map(read.map(({ hash, page, text }) => [`${hash} ${page}`, text]));
    return found.map((one) => ({ ...one, text: ofOcr.get(`${one.hash} ${one.page}`) ?? one.text }));
  }

  async #ask(query: CompiledQuery<PageText>, pages: readonly PageOf[]): Promise<PageText[]> {
    // Where there are fewer, the last is asked for again: a row is found once, however often.
    const asked = Array.from({ length: pagesAtOnce }, (_, at) => pages[at] ?? pages.at(-1));
    const parameters = asked.flatMap((one) => [one?.hash, one?.page]);
    const { rows } = await this.#db.executeQuery<PageText>({ ...query, parameters });
    return rows;
  }
}

/** The texts of as many pages as are read at once; which ones is told with each question. */
function queryOf(db: Db, table: 'page_texts' | 'ocr_texts'): CompiledQuery<PageText> {
  const any = Array.from({ length: pagesAtOnce }, () => ({ hash: '', page: 0 }));
  return db
    .selectFrom(table)
    .select(['hash', 'page', 'text'])
    .where((where) => where.or(any.map((page) => where.and(page))))
    .compile();
}
