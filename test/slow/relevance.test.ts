import { expect, onTestFinished, test } from 'vitest';
import { addSampleEntries } from '../../sample/add-entries.ts';
import { writeSampleFiles } from '../../sample/generator/write-sample.ts';
import { readTable } from '../../sample/generator/texts/table-file.ts';
import { startSearching } from '../searching.ts';

const columns = ['q', 'doc_num', 'language', 'doc_rev'] as const;

test('what people type finds its document of the sample among the first three, and 9 of 10 times first', async () => {
  const library = await startSearching(onTestFinished);
  await addSampleEntries(library.library);
  await writeSampleFiles(library.config.shareDir);
  await library.scan();
  // Of a large file and of the last one: then all are in the index.
  for (const q of ['TRK 06/011', 'SLN-M 020']) {
    await expect
      .poll(async () => (await library.search(q)).data[0]?.pages_found, { timeout: 60_000 })
      .toBeGreaterThan(0);
  }

  const places = [];
  for (const { cells } of readTable('relevance/full-text.csv', columns)) {
    const { q, ...expected } = cells;
    const { data } = await library.search(q);
    const names = data.map(({ doc_num, language, doc_rev }) =>
      [doc_num, language ?? '', doc_rev].join(' '),
    );
    places.push({
      q,
      place: 1 + names.indexOf(Object.values(expected).join(' ')),
      first: names.slice(0, 3),
    });
  }
  expect(places.length).toBeGreaterThanOrEqual(40);
  expect(places.filter(({ place }) => place < 1 || place > 3)).toEqual([]);
  const later = places.filter(({ place }) => place > 1);
  expect(later.length).toBeLessThanOrEqual(places.length - Math.ceil(places.length * 0.925));
});
