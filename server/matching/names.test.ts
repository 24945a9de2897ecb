import { expect, onTestFinished, test } from 'vitest';
import { startLibrary, type TestLibrary } from '../../test/harness.ts';
import { looseText } from '../catalogue/loose-number.ts';
import { nearestEntries, plausibleReading } from './names.ts';

const entries = [
  { doc_num: 'AM-1', language: 'EN', doc_rev: '3' },
  { doc_num: 'AM-1', language: 'DE', doc_rev: '3' },
  { doc_num: 'AM-12', language: null, doc_rev: 'B' },
  { doc_num: 'TRK 04/117', language: 'EN', doc_rev: '02' },
  { doc_num: 'Werknorm 5501', language: 'DE', doc_rev: 'C' },
  { doc_num: 'AM-1', language: 'EN', doc_rev: '3', customer: 'Boreal Air' },
];

async function nearestTo({ db }: TestLibrary, name: string): Promise<string | null> {
  const found = (await nearestEntries(db, [name])).get(name);
  return found === undefined ? null : `${found.doc_num} ${found.language ?? '-'} ${found.doc_rev}`;
}

test('a name that is nearly right suggests the entry that it is of', async () => {
  const library = await startLibrary(onTestFinished, { entries });
  for (const [name, entry] of [
    ['AM 1 rev 3 EN (final).pdf', 'AM-1 EN 3'],
    ['am1_en_3.PDF', 'AM-1 EN 3'],
    ['AM-1_3_DE.pdf', 'AM-1 DE 3'],
    ['Copy of AM-1_EN_3 (2).pdf', 'AM-1 EN 3'],
    ['AM12-B.pdf', 'AM-12 - B'],
    ['TRK_04_117_EN_02.pdf', 'TRK 04/117 EN 02'],
    ['EN TRK 04-117 Rev.02 Welding of bogie frames.pdf', 'TRK 04/117 EN 02'],
    ['Wreknorm 5501_DE_C.pdf', 'Werknorm 5501 DE C'],
    ['Werknom 5501_DE_C.pdf', 'Werknorm 5501 DE C'],
  ]) {
    expect([name, await nearestTo(library, name ?? '')]).toEqual([name, entry]);
  }
});

test('revision 1 for 01, another dash and a number alone suggest the entry, where there is one', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: [
      { doc_num: 'XL-00207', language: null, doc_rev: '01' },
      { doc_num: 'QX–31', language: 'EN', doc_rev: 'B' },
      { doc_num: 'ZN-8', language: 'EN', doc_rev: '1' },
      { doc_num: 'ZN-8', language: 'EN', doc_rev: '2' },
      { doc_num: 'YP-9', language: 'EN', doc_rev: '1' },
      { doc_num: 'YP-9', language: 'EN', doc_rev: '01' },
    ],
  });
  for (const [name, entry] of [
    ['XL-00207_1.pdf', 'XL-00207 - 01'],
    ['XL-00207_001.pdf', 'XL-00207 - 01'],
    ['XL-00207.pdf', 'XL-00207 - 01'],
    ['XL–00207_01.pdf', 'XL-00207 - 01'],
    ['XL—00207 rev 1.pdf', 'XL-00207 - 01'],
    ['QX-31_EN_B.pdf', 'QX–31 EN B'],
    ['QX-31.pdf', 'QX–31 EN B'],
    ['QX 31_EN.pdf', 'QX–31 EN B'],
    ['ZN-8_EN_01.pdf', 'ZN-8 EN 1'],
    ['YP-9_1_EN.pdf', 'YP-9 EN 1'],
    ['ZN-8.pdf', null], // it has two revisions
    ['ZN-8_EN_03.pdf', null],
    ['XL-00207_10.pdf', null],
    ['XL-00207 draft.pdf', null],
    ['XL-207.pdf', null],
  ] as const) {
    expect([name, await nearestTo(library, name)]).toEqual([name, entry]);
  }
});

test('another revision, language or figure is another document and suggests none', async () => {
  const library = await startLibrary(onTestFinished, { entries });
  for (const name of [
    'AM-1_EN_4.pdf',
    'AM-1_FR_3.pdf',
    'AM-1 rev 3.pdf', // in English or German?
    'AM-1-2_EN_3.pdf',
    'AM-1A_EN_3.pdf',
    'AM-13_-_B.pdf',
    'Werknorm 5502_DE_C.pdf',
    'holiday.pdf',
    '.pdf',
    '3.pdf',
  ]) {
    expect([name, await nearestTo(library, name)]).toEqual([name, null]);
  }
});

test('a name is well formed when it reads as number, language and revision', () => {
  expect(plausibleReading('QX-7_EN_2.pdf')).toEqual({
    doc_num: 'QX-7',
    language: 'EN',
    doc_rev: '2',
  });
  expect(plausibleReading('QX-7_2.pdf')).toEqual({ doc_num: 'QX-7', language: null, doc_rev: '2' });
  for (const name of ['holiday.pdf', 'my_file_final.pdf', 'AM 1 rev 3 EN (final).pdf', '_1.pdf']) {
    expect([name, plausibleReading(name)]).toEqual([name, null]);
  }
});

test('the database and our code compute the same loose number', async () => {
  const doc_num = `A-b_C.d,E;f:G/h\\i(J)[k]+&#L*m?n"o<P>q|R s'T!9`;
  const { db } = await startLibrary(onTestFinished, { entries: [{ doc_num }] });
  const [row] = await db.selectFrom('documents').select('loose_num').execute();
  expect(row?.loose_num).toBe(looseText(doc_num));
  expect(looseText(doc_num)).toBe("abcdefghijklmnopqrs't!9");
});
