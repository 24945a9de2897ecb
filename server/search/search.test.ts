import { expect, onTestFinished, test } from 'vitest';
import type { FoundEntry } from '#contract/search.ts';
import { startReading, type LibraryOptions } from '../../test/harness.ts';

type Reading = Awaited<ReturnType<typeof startSearching>>;

/** A library with a reader whose searches wait until the index is there. */
async function startSearching(options: LibraryOptions = {}) {
  const library = await startReading(onTestFinished, options);
  const get = async <T>(address: string): Promise<T> => {
    const answer = await expect
      .poll(() => library.get(`/vue-egd-lib/api/${address}`), { timeout: 30_000, interval: 100 })
      .toSatisfy(({ statusCode }: { statusCode: number }) => statusCode !== 503);
    void answer;
    return (await library.get(`/vue-egd-lib/api/${address}`)).json<T>();
  };
  return {
    ...library,
    quickOpen: (q: string) => get<{ data: FoundEntry[] }>(`quick-open?q=${encodeURIComponent(q)}`),
  };
}

async function numbersFor(library: Reading, q: string): Promise<string[]> {
  return (await library.quickOpen(q)).data.map(({ doc_num }) => doc_num);
}

test('an entry is found as soon as it is there', async () => {
  const library = await startSearching({ entries: [{ doc_num: 'AM-1' }] });
  expect(await numbersFor(library, 'am-1')).toEqual(['AM-1']);
});
