import type { DatabaseSync } from 'node:sqlite';
import type { Snippet } from '#contract/search.ts';
import { FullText, type TextAnswer, type TextRequest } from '../full-text/full-text.ts';
import { snippetsOf } from '../full-text/snippet.ts';
import type { Sought } from '../full-text/sought.ts';
import { type Found, QuickOpen } from '../quick-open/quick-open.ts';
import { checked, identityOf, openIndexToRead } from './index-file.ts';
import { type Totals, totalsOf } from './progress.ts';

/** What the index can be asked, by name. */
export type Questions = {
  quickOpen: { asks: { q: string; limit: number }; answer: Found };
  search: { asks: TextRequest; answer: TextAnswer & { indexed: Map<number, IndexedContent> } };
  snippets: { asks: { texts: string[]; sought: Sought }; answer: Snippet[] };
  totals: { asks: null; answer: Totals };
};
export type QuestionName = keyof Questions;

/** Which content of an entry is in the index. */
export type IndexedContent = { hash: string | null; is_scan: boolean };

type Open = {
  file: DatabaseSync;
  identity: string | null;
  quickOpen: QuickOpen;
  fullText: FullText;
};

/** Answers from the index as it is under its name at each question. */
export class Answers {
  readonly #path: string;
  #open: Open | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  answer<Name extends QuestionName>(
    name: Name,
    asks: Questions[Name]['asks'],
  ): Questions[Name]['answer'] {
    return checked(this.#path, () => this[name](asks as never)); // the questions of that name
  }

  quickOpen({ q, limit }: { q: string; limit: number }): Found {
    return this.#opened().quickOpen.find(q, limit);
  }

  search(request: TextRequest): Questions['search']['answer'] {
    const { file, fullText } = this.#opened();
    const answer = fullText.search(request);
    const find = file.prepare('select hash, is_scan from indexed where document_id = ?');
    const indexed = answer.hits.map(({ document_id }) => {
      const { hash = null, is_scan = 0 } = find.get(document_id) ?? {};
      const content = { hash: hash === null ? null : String(hash), is_scan: is_scan === 1 };
      return [document_id, content] as const;
    });
    return { ...answer, indexed: new Map(indexed) };
  }

  snippets({ texts, sought }: { texts: string[]; sought: Sought }): Snippet[] {
    return snippetsOf(texts, sought);
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
    this.#open = {
      file,
      identity,
      quickOpen: new QuickOpen(file),
      fullText: new FullText(file),
    };
    return this.#open;
  }
}
