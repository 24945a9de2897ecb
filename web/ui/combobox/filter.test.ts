import { expect, test } from 'vitest';
import { marksIn, optionLimit, readTyped, shownOptions } from './filter.ts';

const texts = {
  labelOf: (word: string) => word,
  searchedIn: (word: string) => [word],
};

const shown = (options: string[], typed: string) =>
  shownOptions(options, readTyped(typed), texts).options;

test('without typing, options keep their order', () => {
  expect(shown(['ccc', 'a', 'bb'], '  ')).toEqual(['ccc', 'a', 'bb']);
});

test('typing keeps what holds the text in any letter case, the shortest label first', () => {
  expect(shown(['AMS-2759/3', 'ISO 9001', 'xams', 'ams-2759'], 'AmS')).toEqual([
    'xams',
    'ams-2759',
    'AMS-2759/3',
  ]);
});

test('labels of one length keep their order', () => {
  expect(shown(['A-2', 'A-1', 'A-3'], 'a')).toEqual(['A-2', 'A-1', 'A-3']);
});

test('signs that mean something to a regular expression are only text', () => {
  for (const sign of String.raw`\^$.*+?()[]{}|/-`) {
    expect(shown([`x${sign}y`, 'plain'], `x${sign}Y`)).toEqual([`x${sign}y`]);
  }
});

test('at most a thousand options are shown, the best of all that match', () => {
  const options = Array.from({ length: 5000 }, (_, i) => `option ${5000 - i}`);
  for (const typed of ['option', 'opt ion', '']) {
    const { options: best, more } = shownOptions(options, readTyped(typed), texts);
    expect([typed, best.length, more]).toEqual([typed, optionLimit, true]);
  }
  expect(shown(options, 'option')[0]).toBe('option 9');
  expect(shown(options, 'opt ion')[0]).toBe('option 9');
  expect(shownOptions(options.slice(0, optionLimit), readTyped('option'), texts).more).toBe(false);
});

type Row = { doc_num: string; doc_desc: string; language: string; doc_rev: string };

const rowTexts = {
  labelOf: ({ doc_num, language, doc_rev }: Row) => `${doc_num} · ${language} · Rev. ${doc_rev}`,
  searchedIn: (row: Row) => [row.doc_num, row.doc_desc, row.language, row.doc_rev],
};

const row = (doc_num: string, doc_rev: string, doc_desc: string, language = 'EN'): Row => ({
  doc_num,
  doc_desc,
  language,
  doc_rev,
});

const rows = [
  row('NV 50180', '3', 'Zinc-nickel coating'),
  row('NV 50180', '4', 'Zinc-nickel coating'),
  row('CAMS-4417', 'B', 'Castings, aluminium'),
  row('CAMS-4417', 'C', 'Castings, aluminium'),
  row('CAMS-44170', 'C', 'Castings, aluminium', 'DE'),
  row('XP 4', '12', 'Quotes NV50180 and CAMS-4417 C', 'DE'),
];

function found(typed: string): string[] {
  return shownOptions(rows, readTyped(typed), rowTexts).options.map(rowTexts.labelOf);
}

test.each([
  ['de', ['XP 4 · DE · Rev. 12', 'CAMS-44170 · DE · Rev. C']],
  ['fr', []],
  // Within one text first, as specified; then the rows where only separators differ.
  ['NV50180', ['XP 4 · DE · Rev. 12', 'NV 50180 · EN · Rev. 3', 'NV 50180 · EN · Rev. 4']],
  ['NV 50180 4', ['NV 50180 · EN · Rev. 4', 'XP 4 · DE · Rev. 12']],
  [
    'CAMS-4417 C',
    [
      'XP 4 · DE · Rev. 12',
      'CAMS-4417 · EN · Rev. C',
      'CAMS-4417 · EN · Rev. B',
      'CAMS-44170 · DE · Rev. C',
    ],
  ],
  [
    'Rev. 4',
    [
      'NV 50180 · EN · Rev. 4',
      'XP 4 · DE · Rev. 12',
      'CAMS-4417 · EN · Rev. B',
      'CAMS-4417 · EN · Rev. C',
      'CAMS-44170 · DE · Rev. C',
    ],
  ],
  ['NV 50180 · EN · Rev. 4', ['NV 50180 · EN · Rev. 4']],
  ['nv-50180_en_4', ['NV 50180 · EN · Rev. 4']],
  ['coating zinc nickel rev3', ['NV 50180 · EN · Rev. 3']],
  ['rev', []],
])('%j finds these, in this order', (typed, labels) => {
  expect(found(typed)).toEqual(labels);
});

test('a word is found within one text, not across two of them', () => {
  expect(found('coatingEN')).toEqual([]);
});

test('what is marked is what was typed, or its words where only they are found', () => {
  const marked = (typed: string, at: number) => {
    const option = rows[at]!;
    const marks = marksIn(option, readTyped(typed), rowTexts);
    return [...rowTexts.labelOf(option).matchAll(new RegExp(marks!, 'giu'))].map(([text]) => text);
  };
  expect(marked('nv 50180', 0)).toEqual(['NV 50180']);
  expect(marked('nv50180 4', 1)).toEqual(['NV 50180', '4']);
  expect(marksIn(rows[0]!, readTyped(''), rowTexts)).toBeNull();
});
