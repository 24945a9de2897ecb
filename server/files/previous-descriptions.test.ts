import { expect, onTestFinished, test } from 'vitest';
import { startManaging } from '../../test/harness.ts';

test('a new revision takes over the description of the one before, of its customer and language', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [
      { doc_num: 'AM-1', language: 'EN', doc_rev: '1', doc_desc: 'Zinc plating' },
      { doc_num: 'AM-1', language: 'EN', doc_rev: '2', doc_desc: 'Zinc plating of screws' },
      { doc_num: 'AM-1', language: 'DE', doc_rev: '2', doc_desc: 'Verzinken' },
    ],
  });
  const names = [
    'AM-1_EN_3.pdf',
    'AM-1_DE_3.pdf',
    'AM-1_FR_3.pdf',
    'ZZ-9_EN_1.pdf',
    'AM-1_EN_2.pdf',
  ];
  const answer = await library.post('files/names', { names });
  const { data } = answer.json<{ data: { likely_desc: string | null }[] }>();
  expect(data.map(({ likely_desc }) => likely_desc)).toEqual([
    'Zinc plating of screws',
    'Verzinken',
    'Verzinken', // the newest of all
    null,
    null, // it has its entry
  ]);
});
