import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { textPdf } from '../../test/pdfs.ts';
import { startSearching } from '../../test/searching.ts';
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
