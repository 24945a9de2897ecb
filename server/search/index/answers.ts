import type { DatabaseSync } from 'node:sqlite';
import type { Snippet } from '#contract/search.ts';
import type { DatabaseSettings } from '../../config/config.ts';
import { openToRead } from '../../db/open.ts';
import type { Db } from '../../db/schema.ts';
import { readWords } from '../../pdf/text/words.ts';
import { Engine } from '../engine.ts';
import { FullText, type TextAnswer, type TextRequest } from '../full-text/full-text.ts';
import { headingsOf } from '../full-text/headings.ts';
import { judge } from '../full-text/page-worth.ts';
import { type SearchedParts, Snippets } from '../full-text/snippet.ts';
import { mayHaveTable, rowsIn } from '../full-text/table-rows.ts';
import { type PageText, readPageTexts, readStructureOf } from '../page-texts.ts';
import { type Found, QuickOpen } from '../quick-open/quick-open.ts';
import { askedAtOnce, checked, identityOf, openIndexToRead } from './index-file.ts';
import { type Totals, totalsOf } from './progress.ts';

/** What the index can be asked, by name. */
export type Questions = {
  quickOpen: { asks: { q: string }; answer: Found & { extent: Totals } };
  search: {
    asks: TextRequest;
    answer: TextAnswer & { extent: Totals };
  };
  /** Null for a page that has no text. */
  snippets: {
    asks: { pages: Omit<PageText, 'text'>[]; searchedParts: SearchedParts };
    answer: (ShownPage | null)[];
  };
  totals: { asks: null; answer: Totals };
};
export type QuestionName = keyof Questions;

/** The index's file, and the library whose texts snippets are cut from. */
export type AnswerSources = { file: string; database: DatabaseSettings };

/** What is shown of a page, and its worth among the pages of its document. */
export type ShownPage = { snippet: Snippet; heading: string | null; worth: number };

type Open = {
  file: DatabaseSync;
  identity: string | null;
  quickOpen: QuickOpen;
  fullText: FullText;
};

// A page has 3,000 letters. Whatever a file holds, what is cut out of its pages takes a moment only.
const mostLettersOfPage = 60_000;
const mostLetters = 2_000_000;
const mostTables = 40;

/** Answers from the index as it is under its name at each question, whole or not, and from the library's texts. */
export class Answers {
  readonly #path: string;
  readonly #database: DatabaseSettings;
  #open: Open | null = null;
  #library: Promise<Db> | null = null;

  constructor({ file, database }: AnswerSources) {
    this.#path = file;
    this.#database = database;
  }

  async answer<Name extends QuestionName>(
    name: Name,
    asks: Questions[Name]['asks'],
  ): Promise<Questions[Name]['answer']> {
    return checked(this.#path, () => this[name](asks as never)); // the questions of that name
  }

  quickOpen({ q }: { q: string }): Questions['quickOpen']['answer'] {
    const { file, quickOpen } = this.#opened();
    return askedAtOnce(file, () => ({ ...quickOpen.find(q), extent: totalsOf(file) }));
  }

  search(request: TextRequest): Questions['search']['answer'] {
    const { file, fullText } = this.#opened();
    return askedAtOnce(file, () => ({ ...fullText.search(request), extent: totalsOf(file) }));
  }

  async snippets({
    pages,
    searchedParts,
  }: Questions['snippets']['asks']): Promise<(ShownPage | null)[]> {
    const db = await this.#openedLibrary();
    const snippets = new Snippets(searchedParts);
    const found = new Map<string, ShownPage>();
    let [left, tablesLeft] = [mostLetters, mostTables];
    for (const [hash, wanted] of Map.groupBy(pages, (one) => one.hash)) {
      const numbers = wanted.map(({ page }) => page);
      const ofDocument = (await readPageTexts(db, [hash], numbers)).map((page) => {
        const text = page.text.slice(0, Math.min(mostLettersOfPage, left));
        left -= text.length;
        return { ...page, text };
      });
      const { headings, furniture } = await readStructureOf(db, hash);
      const tables = ofDocument.filter(({ text }) => mayHaveTable(text)).slice(0, tablesLeft);
      tablesLeft -= tables.length;
      const pagesOfTables = new Set(tables.map(({ page }) => page - 1));
      const words = tables.length === 0 ? null : await readWords(db, hash, pagesOfTables);
      for (const page of ofDocument) {
        const at = page.page - 1;
        const matches = snippets.matchesIn(page.text);
        const above = headingsOf(page.text, at, headings);
        const { shown, worth } = judge(page.text, matches, furniture.get(at) ?? [], above);
        const layout = { ...above, rows: rowsIn(page.text, words?.[at] ?? []) };
        found.set(keyOf(page), { ...snippets.of(page.text, shown, layout), worth });
      }
    }
    return pages.map((page) => found.get(keyOf(page)) ?? null);
  }

  /** Opened once, also for questions that come at once; one that fails is tried again. */
  #openedLibrary(): Promise<Db> {
    this.#library ??= openToRead(this.#database).catch((error: unknown) => {
      this.#library = null;
      throw error;
    });
    return this.#library;
  }

  totals(): Totals {
    return totalsOf(this.#opened().file);
  }

  close(): void {
    this.#open?.file.close();
    this.#open = null;
  }

  /** The file under the name; a new one takes it when the index was built anew. */
  #opened(): Open {
    const identity = identityOf(this.#path);
    if (this.#open !== null && this.#open.identity === identity) return this.#open;
    this.close();
    const file = openIndexToRead(this.#path);
    const engine = new Engine(file);
    this.#open = {
      file,
      identity,
      quickOpen: new QuickOpen(engine),
      fullText: new FullText(engine),
    };
    return this.#open;
  }
}

function keyOf({ hash, page }: Omit<PageText, 'text'>): string {
  return `${hash} ${page}`;
}
