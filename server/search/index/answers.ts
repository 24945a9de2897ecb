import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Snippet } from '#contract/search.ts';
import type { DatabaseSettings } from '../../config/config.ts';
import { openToRead } from '../../db/open.ts';
import { Engine } from '../engine.ts';
import { FullText, type TextAnswer, type TextRequest } from '../full-text/full-text.ts';
import { lastHeading } from '../full-text/headings.ts';
import { furnitureOf, judge } from '../full-text/page-worth.ts';
import { type SearchedParts, Snippets } from '../full-text/snippet.ts';
import { type PageOf, PageTexts } from '../page-texts.ts';
import { type Found, QuickOpen } from '../quick-open/quick-open.ts';
import { askedAtOnce, checked, identityOf, openIndexToRead } from './index-file.ts';
import { type Totals, totalsOf } from './progress.ts';

/** What the index can be asked, by name. */
export type Questions = {
  quickOpen: { asks: { q: string }; answer: Found & { extent: Totals } };
  search: {
    asks: TextRequest;
    answer: TextAnswer & { indexed: Map<number, IndexedContent>; extent: Totals };
  };
  /** Null for a page that has no text. */
  snippets: {
    asks: { pages: PageOf[]; searchedParts: SearchedParts };
    answer: (ShownPage | null)[];
  };
  totals: { asks: null; answer: Totals };
};
export type QuestionName = keyof Questions;

/** The index's file, and the library whose texts snippets are cut from. */
export type AnswerSources = { file: string; database: DatabaseSettings };

/** What is shown of a page, and its worth among the pages of its document. */
export type ShownPage = { snippet: Snippet; heading: string | null; worth: number };

/** Which content of an entry is in the index. */
export type IndexedContent = { hash: string | null; is_scan: boolean };

type Open = {
  file: DatabaseSync;
  identity: string | null;
  quickOpen: QuickOpen;
  fullText: FullText;
  /** Which content the entries of a list of ids have. */
  contents: StatementSync;
};

/** Answers from the index as it is under its name at each question, whole or not, and from the library's texts. */
export class Answers {
  readonly #path: string;
  readonly #database: DatabaseSettings;
  #open: Open | null = null;
  #texts: Promise<PageTexts> | null = null;

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
    const { file, fullText, contents } = this.#opened();
    return askedAtOnce(file, () => {
      const answer = fullText.search(request);
      const ids = answer.hits.map(({ document_id }) => document_id);
      const indexed = contents.all(JSON.stringify(ids)).map(({ id, hash, is_scan }) => {
        const content = { hash: hash === null ? null : String(hash), is_scan: is_scan === 1 };
        return [Number(id), content] as const;
      });
      return { ...answer, indexed: new Map(indexed), extent: totalsOf(file) };
    });
  }

  async snippets({
    pages,
    searchedParts,
  }: Questions['snippets']['asks']): Promise<(ShownPage | null)[]> {
    const texts = await this.#openedTexts();
    const snippets = new Snippets(searchedParts);
    const found = new Map<string, ShownPage>();
    const read = await Array.fromAsync(texts.read(pages));
    for (const [hash, ofDocument] of Map.groupBy(read, (one) => one.hash)) {
      const headings = await texts.headings(hash);
      const furniture = furnitureOf(ofDocument.map(({ text }) => text));
      for (const page of ofDocument) {
        const { shown, worth } = judge(page.text, snippets.matchesIn(page.text), furniture);
        const headingAt =
          headings === null ? undefined : (at: number) => lastHeading(headings, page.page - 1, at);
        found.set(keyOf(page), { ...snippets.of(page.text, shown, headingAt), worth });
      }
    }
    return pages.map((page) => found.get(keyOf(page)) ?? null);
  }

  /** Opened once, also for questions that come at once; one that fails is tried again. */
  #openedTexts(): Promise<PageTexts> {
    this.#texts ??= openToRead(this.#database).then(
      (db) => new PageTexts(db),
      (error: unknown) => {
        this.#texts = null;
        throw error;
      },
    );
    return this.#texts;
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
      quickOpen: new QuickOpen(file, engine),
      fullText: new FullText(engine),
      contents: file.prepare(
        `select found.value as id, hash, is_scan from json_each(?) as found
         left join indexed on indexed.document_id = found.value`,
      ),
    };
    return this.#open;
  }
}

function keyOf({ hash, page }: PageOf): string {
  return `${hash} ${page}`;
}
