import type { FastifyBaseLogger } from 'fastify';
import type { Static } from 'typebox';
import type { FoundDocument, FoundPage, quickOpen, SearchAnswer } from '#contract/search.ts';
import type { Library } from '../changes/change.ts';
import { findCustomer } from '../catalogue/customers.ts';
import type { Config } from '../config/config.ts';
import type { WorkerProcess } from '../jobs/worker-process.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import {
  type CheckedEntry,
  checkedEntries,
  foundEntry,
  foundStandards,
  latestOf,
} from './found-entries.ts';
import { foldText } from './folding.ts';
import { foldRevisions, inReadersOrder, namesRevision, placedEntries } from './fold-revisions.ts';
import type { TextHit } from './full-text/full-text.ts';
import type { Counts } from './full-text/counts.ts';
import type { SearchedParts } from './full-text/snippet.ts';
import { SearchIndex } from './index/search-index.ts';
import { recordMissed } from './missed.ts';
import { RecentDocuments } from './recent.ts';
import { StartPage } from './start.ts';
import { ownTurn } from './turns.ts';

type Deps = { config: Config; library: Library; log: FastifyBaseLogger; worker: WorkerProcess };

export type SearchRequest = {
  q: string;
  /** By name; null for all. */
  customer: string | null;
  /** The empty text for entries without a language; null for all. */
  language: string | null;
  /** Only the newest revisions. */
  latest: boolean;
  limit: number;
  after: string | null;
};

type QuickAnswer = Static<typeof quickOpen.response>;

/** Who mistyped a number knows it at a glance; more would hide it. */
const mostNear = 10;

/** Of a document; the screen shows the first of them, and unfolds the others. */
const mostPages = 8;

type FoundHit = TextHit & { entry: CheckedEntry };

/** Finds entries and texts: by the index, and each hit held against the library as it is now. */
export class Search {
  readonly index: SearchIndex;
  readonly recent: RecentDocuments;
  readonly start: StartPage;
  readonly #library: Library;
  readonly #log: FastifyBaseLogger;

  constructor({ config, library, log, worker }: Deps) {
    this.index = new SearchIndex({ config, db: library.db, log, worker });
    this.recent = new RecentDocuments({
      ...library,
      onFault: (error) =>
        log.warn(
          { err: error, event: 'opening_not_recorded' },
          'recording an opened document failed',
        ),
    });
    this.start = new StartPage({ ...library, recent: this.recent });
    this.#library = library;
    this.#log = log;
  }

  /** What a user opened last and most; needs no index. */
  async recentOf(user: string, limit: number): Promise<QuickAnswer> {
    const ids = await this.recent.of(user);
    const entries = await checkedEntries(this.#library.db, ids);
    const data = ids
      .flatMap((id) => entries.get(id) ?? [])
      .slice(0, limit)
      .map((entry) => ({ ...foundEntry(entry), others: [], latest: null }));
    return { data, total: data.length, total_is_least: false, did_you_mean: [], not_indexed: 0 };
  }

  /** Entries by what is typed of them, each standard once. */
  async quickOpen(q: string, limit: number, user: string): Promise<QuickAnswer> {
    const { hits, isCut, didYouMean, not_indexed } = await this.index.ask('quickOpen', { q });
    await ownTurn();
    const { db } = this.#library;
    const readLast = await this.recent.languagesOf(user);
    const folded = async (ids: readonly number[]) => {
      const folds = foldRevisions(await placedEntries(db, ids), namesRevision(q));
      return inReadersOrder(folds, q, readLast);
    };
    const found = await folded(hits);
    const near = await folded(didYouMean);
    return {
      data: await foundStandards(db, found.slice(0, limit)),
      total: found.length,
      total_is_least: isCut,
      did_you_mean: await foundStandards(db, near.slice(0, mostNear)),
      not_indexed,
    };
  }

  async search({ customer, ...request }: SearchRequest): Promise<SearchAnswer> {
    const { db } = this.#library;
    const customer_id = customer === null ? null : await idOfCustomer(db, customer);
    const {
      hits,
      searchedParts,
      extent: _extent,
      numbers,
      ...answer
    } = await this.index.ask('search', { ...request, customer_id });
    await ownTurn();
    const found = await this.#stillThere(hits);
    const ids = new Set(found.map(({ document_id }) => document_id));
    const gone = hits.filter(({ document_id }) => !ids.has(document_id));
    const strictGone = gone.filter(({ lacks }) => lacks.length === 0).length;
    const total = answer.total - strictGone;
    const hasFilter = customer !== null || request.language !== null || request.latest;
    // What is counted are numbers, which the index has before a PDF is read.
    if (total === 0 && !hasFilter && answer.not_indexed === 0) this.#recordMissed(numbers);
    const { facets } = answer;
    const data = await this.#withSnippets(found, searchedParts);
    return {
      ...answer,
      data,
      did_you_mean: asWritten(answer.did_you_mean, request.q, data).slice(0, total === 0 ? 3 : 1),
      total,
      relaxed: answer.relaxed - (gone.length - strictGone),
      facets: {
        customer: await this.#byName(facets.customer),
        language: facets.language.map(({ language, ...count }) => ({ value: language, ...count })),
        latest: facets.latest.count,
      },
    };
  }

  /** Without entries that are gone, and texts of a PDF that is no longer theirs. */
  async #stillThere(hits: readonly TextHit[]): Promise<FoundHit[]> {
    const ids = hits.map(({ document_id }) => document_id);
    const entries = await checkedEntries(this.#library.db, ids);
    return hits.flatMap((hit) => {
      const entry = entries.get(hit.document_id);
      if (entry === undefined) return [];
      const isItsText = entry.hash !== null && entry.hash === hit.hash;
      return hit.pages_found > 0 && !isItsText ? [] : [{ ...hit, entry }];
    });
  }

  async #withSnippets(
    hits: readonly FoundHit[],
    searchedParts: SearchedParts,
  ): Promise<FoundDocument[]> {
    const pages = await this.#bestPages(hits, searchedParts);
    const { db } = this.#library;
    const placed = await placedEntries(
      db,
      hits.map(({ document_id }) => document_id),
    );
    const byId = new Map(placed.map((entry) => [entry.id, entry]));
    const latest = await latestOf(db, placed);
    const newest = await checkedEntries(db, latest.values());
    return hits.map(({ document_id, entry, hash, is_scan, pages_found, lacks }) => {
      const { standard_id = null, status } = byId.get(document_id) ?? {};
      const newer = newest.get(latest.get(document_id) ?? 0);
      return {
        ...foundEntry(entry),
        standard: status === 'unsure' ? null : standard_id,
        latest: newer === undefined ? null : foundEntry(newer),
        is_scan: is_scan && hash === entry.hash && entry.isReadable,
        pages: pages.get(entry.hash ?? '') ?? [],
        pages_found,
        lacks,
      };
    });
  }

  /** By the hash of a content: its best pages, best first. */
  async #bestPages(
    hits: readonly FoundHit[],
    searchedParts: SearchedParts,
  ): Promise<Map<string, FoundPage[]>> {
    // Entries of one content have the same pages.
    const contents = new Map(
      hits.flatMap(({ entry: { hash }, pages }) => (hash === null ? [] : [[hash, pages]])),
    );
    const wanted = [...contents].flatMap(([hash, pages]) => pages.map((page) => ({ hash, page })));
    const answers =
      wanted.length === 0
        ? []
        : await this.index.askNow('snippets', { pages: wanted, searchedParts });
    await ownTurn();
    const shown = wanted.flatMap((page, at) => {
      const answer = answers[at] ?? null;
      return answer === null ? [] : [{ ...page, ...answer }];
    });
    return new Map(
      [...Map.groupBy(shown, ({ hash }) => hash)].map(([hash, pages]) => {
        const bestFirst = pages.toSorted((a, b) => b.worth - a.worth || a.page - b.page);
        return [
          hash,
          bestFirst
            .slice(0, mostPages)
            .map(({ page, snippet, heading }) => ({ page, snippet, heading })),
        ];
      }),
    );
  }

  async #byName(counts: Counts['facets']['customer']): Promise<SearchAnswer['facets']['customer']> {
    const ids = counts.map(({ customer_id }) => customer_id);
    const rows = await selectInPortions(ids, (portion) =>
      this.#library.db.selectFrom('customers').select(['id', 'name']).where('id', 'in', portion),
    );
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return counts.flatMap(({ customer_id, ...count }) => {
      const value = names.get(customer_id);
      return value === undefined ? [] : [{ value, ...count }];
    });
  }

  /** Nobody waits for it; a line that is lost is no harm. */
  #recordMissed(numbers: readonly string[]): void {
    recordMissed(this.#library.db, numbers, this.#library.now()).catch((error: unknown) =>
      this.#log.warn(
        { err: error, event: 'missed_not_recorded' },
        'counting a missed search failed',
      ),
    );
  }
}

/** The index knows words as they are searched: suggestions are shown as the texts write them, those that were found first. */
function asWritten(
  suggestions: readonly string[],
  q: string,
  found: readonly FoundDocument[],
): string[] {
  const snippets = found.flatMap(({ pages }) => pages.map(({ snippet }) => snippet));
  const written = snippets.flatMap(({ text, marks }) => marks.map((mark) => text.slice(...mark)));
  const byKey = new Map(written.map((one) => [foldText(one), one]));
  // `corrosión` may be there, too.
  for (const one of written) byKey.set(one.toLowerCase(), one.toLowerCase());
  const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const typed = new Set(wordsOf(q));
  const unseen = (text: string) =>
    wordsOf(text).filter((word) => !typed.has(word) && !byKey.has(word)).length;
  return suggestions
    .toSorted((a, b) => unseen(a) - unseen(b))
    .map((one) =>
      one.replace(/[\p{L}\p{N}]+/gu, (word) =>
        typed.has(word) ? word : (byKey.get(word) ?? word),
      ),
    );
}

/** A customer that is not there has no entries: no customer has this id. */
async function idOfCustomer(db: Db, name: string): Promise<number> {
  return (await findCustomer(db, name))?.id ?? 0;
}
