import { expect, onTestFinished, test } from 'vitest';
import { addSampleEntries } from '../../sample/add-entries.ts';
import { copySampleFiles } from '../../sample/catalogue.ts';
import { readTable } from '../../sample/read-table.ts';
import type { FoundDocument } from '#contract/search.ts';
import { type Searching, startSearching } from '../searching.ts';

const columns = ['q', 'doc_num', 'language', 'doc_rev'] as const;

test('what people type finds its document of the sample among the first three, and 9 of 10 times first', async () => {
  const library = await startSearching(onTestFinished);
  await addSampleEntries(library.library);
  await copySampleFiles(library.config.shareDir);
  await library.scan();
  // Of a large file and of the last one: then all are in the index.
  for (const q of ['TRK 06/011', 'SLN-M 020']) {
    await expect
      .poll(async () => (await library.search(q)).data[0]?.pages_found, { timeout: 60_000 })
      .toBeGreaterThan(0);
  }

  const places = [];
  const pages: { q: string; isBest: boolean }[] = [];
  for (const { q, ...expected } of readTable('relevance/full-text.csv', columns)) {
    const { data } = await library.search(q);
    const names = data.map(({ doc_num, language, doc_rev }) =>
      [doc_num, language ?? '', doc_rev].join(' '),
    );
    const shown = data.find((_, at) => names[at] === Object.values(expected).join(' '));
    // Plain words, each for itself, can be held against the texts themselves.
    if (/^[a-z ]+$/.test(q) && shown?.pages[0] !== undefined) {
      const most = await pagesWithMost(library, shown, q.split(/ +/));
      pages.push({ q, isBest: most.includes(shown.pages[0].page) });
    }
    places.push({
      q,
      place: 1 + names.indexOf(Object.values(expected).join(' ')),
      first: names.slice(0, 3),
    });
  }
  expect(pages.length).toBeGreaterThanOrEqual(15);
  expect(pages.filter(({ isBest }) => !isBest)).toEqual([]);
  expect(places.length).toBeGreaterThanOrEqual(40);
  expect(places.filter(({ place }) => place < 1 || place > 3)).toEqual([]);
  const later = places.filter(({ place }) => place > 1);
  expect(later.length).toBeLessThanOrEqual(places.length - Math.ceil(places.length * 0.925));
});

/** The pages of a document that have the most of these words. */
async function pagesWithMost(
  { db }: Searching,
  { doc_num, language, doc_rev }: FoundDocument,
  words: readonly string[],
): Promise<number[]> {
  const texts = await db
    .selectFrom('documents')
    .innerJoin('entry_files', 'entry_files.document_id', 'documents.id')
    .innerJoin('files', 'files.id', 'entry_files.file_id')
    .innerJoin('page_texts', 'page_texts.hash', 'files.hash')
    .select(['page', 'text'])
    .where('doc_num', '=', doc_num)
    .where('doc_rev', '=', doc_rev)
    .where('language', language === null ? 'is' : '=', language)
    .orderBy('page')
    .execute();
  const counts = texts.map(({ page, text }) => {
    const there = new Set(text.toLowerCase().match(/[a-z]+/g));
    return { page, count: words.filter((word) => there.has(word)).length };
  });
  const most = Math.max(...counts.map(({ count }) => count));
  return counts.filter(({ count }) => count === most).map(({ page }) => page);
}
