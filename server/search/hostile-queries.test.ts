import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { textPdf } from '../../test/pdfs.ts';
import { patiently, startSearching } from '../../test/searching.ts';
import { times } from '../../test/times.ts';

const signs = [
  '"',
  '*',
  '-',
  '(',
  ')',
  ':',
  '^',
  '{',
  '}',
  "'",
  '\\',
  '%',
  ' ',
  '\0',
  'NEAR',
  'OR',
];
const typed = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.constantFrom(...signs, 'am', '1', 'zinc', '8.8', 'ä', '試験'), { maxLength: 20 })
    .map((parts) => parts.join('')),
);

test('random texts, as queries and as everything beside, are never a fault', async () => {
  const library = await startSearching(onTestFinished, { entries: [{}] });
  await library.write('AM-1_EN_1.pdf', await textPdf('Zinc 8.8 "quoted" M10x1.5 -'));
  await library.scan();
  await library.search('zinc');
  const statuses = new Set<number>();
  for (const [at, q] of fc.sample(typed, times({ short: 200, full: 1000 })).entries()) {
    const query = at % 3 === 0 ? { q, customer: q, language: q, latest: q, after: q } : { q };
    const address = new URLSearchParams(query);
    for (const call of ['search', 'quick-open']) {
      const answer = await library.ask(`${call}?${address}`);
      statuses.add(answer.statusCode);
      expect(answer.statusCode, `${call} ${JSON.stringify(q)}: ${answer.body}`).toBeLessThan(500);
    }
  }
  expect([...statuses].toSorted()).toEqual([200, 400]); // 400: longer than is read
});

test.each([
  ['10 kB', 'salt spray '.repeat(931)],
  ['1,000 terms', Array.from({ length: 1000 }, (_, at) => `t${at}`).join(' ')],
  ['Arabic of 1,001 letters', 'ز'.repeat(1001)],
])('a query of %s is refused with what to change', async (_, q) => {
  const library = await startSearching(onTestFinished, { entries: [{}] });
  const letters = q.length.toLocaleString('en-GB');
  for (const call of ['search', 'quick-open']) {
    const answer = await library.ask(`${call}?${new URLSearchParams({ q })}`);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        code: 'bad_request',
        message: `This search has ${letters} letters; the limit is 1,000. Search for fewer words.`,
        request_id: expect.any(String),
      },
    ]);
  }
});

test('signs, small words, open quotes and right-to-left text are answered', async () => {
  const library = await startSearching(onTestFinished, { entries: [{}] });
  await library.write('AM-1_EN_1.pdf', await textPdf('What is the coating of zinc?'));
  await library.scan();
  await library.db.updateTable('page_texts').set({ text: 'What is the זינק of zinc?' }).execute();
  await library.db.updateTable('contents').set({ extraction: 1 }).execute();
  await expect.poll(() => library.textsWith('זינק'), patiently).toEqual(['AM-1 1']);
  expect(await library.textsWith('\u202bזינק\u202c')).toEqual(['AM-1 1']);
  expect(await library.textsWith('what is the')).toEqual(['AM-1 1']);
  expect(await library.textsWith('"the זינק')).toEqual(['AM-1 1']);
  expect(await library.search('?! "" -- ((')).toMatchObject({ data: [], total: 0, words: [] });
});
