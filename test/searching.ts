import { setTimeout as pause } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { FoundEntry, FoundStandard, quickOpen, SearchAnswer } from '#contract/search.ts';
import type { CleanUp } from './clean-up.ts';
import { type LibraryOptions, startManaging } from './harness.ts';

export type Searching = Awaited<ReturnType<typeof startSearching>>;
export type QuickAnswer = Static<typeof quickOpen.response>;

/** The index follows within a moment; on a busy machine that is longer than a request waits for it. */
export const patiently = { timeout: 100_000, interval: 100 };

/** A library with a librarian who searches, and waits for an index that is being built. */
export async function startSearching(cleanUp: CleanUp, options: LibraryOptions = {}) {
  const library = await startManaging(cleanUp, options);
  /** The answer as it is, refusals included. */
  const ask = (address: string) =>
    library.app.inject({
      url: `/vue-egd-lib/api/${address}`,
      headers: { cookie: library.cookie },
    });
  async function answer<T>(address: string): Promise<T> {
    const found = await whenThere(() => ask(address));
    if (found.statusCode !== 200) throw new Error(`${address}: ${found.body}`);
    return found.json<T>();
  }
  const search = (q: string, filters: Record<string, string> = {}) =>
    answer<SearchAnswer>(`search?${new URLSearchParams({ q, ...filters })}`);
  const quickOpen = (q: string) => answer<QuickAnswer>(`quick-open?${new URLSearchParams({ q })}`);
  return {
    ...library,
    ask,
    search,
    quickOpen,
    /** Whose texts hold this, as `number revision`. */
    textsWith: async (q: string) => (await search(q)).data.map(nameOf),
    /** Whose numbers and descriptions are this, as `number revision`. */
    entriesWith: async (q: string) => revisionsIn((await quickOpen(q)).data).map(nameOf),
  };
}

/** Asks until the index that is being built answers and has all entries; its end tells itself in no other way. */
export async function whenThere<T extends { statusCode: number; json: () => unknown }>(
  ask: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer.statusCode !== 503 && !isPartial(answer)) return answer;
    await pause(50);
  }
}

function isPartial(answer: { statusCode: number; json: () => unknown }): boolean {
  // The answers of a search and of quick open have it.
  return answer.statusCode === 200 && (answer.json() as { not_indexed: number }).not_indexed > 0;
}

/** The entries that were found, those that are folded under another, too. */
export function revisionsIn(found: readonly FoundStandard[]): FoundEntry[] {
  return found.flatMap((one) => [one, ...one.others]);
}

export function nameOf({ doc_num, doc_rev }: FoundEntry): string {
  return `${doc_num} ${doc_rev}`;
}

/** A row of the console's tables: the first, or that with these values. */
export async function rowOf(
  { db }: Searching,
  table: 'customers' | 'documents',
  of: Record<string, string> = {},
): Promise<{ id: number; version: number }> {
  const query = db.selectFrom(table as 'documents').select(['id', 'version']); // both have them
  return query.where((where) => where.and(of)).executeTakeFirstOrThrow();
}
