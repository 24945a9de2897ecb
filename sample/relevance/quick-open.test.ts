import { expect, onTestFinished, test } from 'vitest';
import { startSearching } from '../../test/searching.ts';
import { addSampleEntries } from '../add-entries.ts';
import { readTable } from '../read-table.ts';

const columns = ['q', 'doc_num', 'language', 'doc_rev'] as const;

test('what people type finds its entry of the sample among the first three, and 9 of 10 times first', async () => {
  const library = await startSearching(onTestFinished);
  await addSampleEntries(library.library);
  await expect.poll(() => library.entriesWith('SLN-M 027')).toEqual(['SLN-M 027 1']);

  const places = [];
  for (const { q, ...expected } of readTable('relevance/quick-open.csv', columns)) {
    const { data } = await library.quickOpen(q);
    const names = data.map(({ doc_num, language, doc_rev }) =>
      [doc_num, language ?? '', doc_rev].join(' '),
    );
    places.push({ q, place: 1 + names.indexOf(Object.values(expected).join(' ')) });
  }
  expect(places.length).toBeGreaterThanOrEqual(40);
  expect(places.filter(({ place }) => place < 1 || place > 3)).toEqual([]);
  const later = places.filter(({ place }) => place > 1);
  expect(later.length).toBeLessThanOrEqual(places.length - Math.ceil(places.length * 0.925));
});
