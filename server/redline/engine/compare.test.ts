import { expect, test } from 'vitest';
import {
  pagesOfPdf,
  prose,
  type Setting,
  settingPdf,
  standardParagraphs,
  withFurniture,
} from '../../../test/redline-pdfs.ts';
import type { PdfHeading } from '../../pdf/text/headings.ts';
import { PdfReader } from '../../pdf/reader/reader.ts';
import type { Word } from '../../pdf/text/words.ts';
import { type Comparison, compareTexts } from './compare.ts';
import type { DocumentPages } from './furniture.ts';
import { tokensOf, WordNumbers } from './tokens.ts';

const reader = await PdfReader.start();

async function pagesOf(setting: Setting): Promise<DocumentPages> {
  return pagesOfPdf(reader, await settingPdf(setting));
}

async function compare(from: Setting, to: Setting): Promise<Comparison> {
  return compareTexts(await pagesOf(from), await pagesOf(to));
}

const furniture = { header: 'Nordwerk AM-1 Revision A', footer: 'Page {page} of {pages}' };
const paragraphs = standardParagraphs(24);

/** Each change in one line. */
const inWords = ({ changes }: Comparison) =>
  changes.map(({ kind, from_text, to_text }) => `${kind}: ${from_text} → ${to_text}`);

test('the same text, set anew, has no changes', async () => {
  const from = { paragraphs, ...furniture };
  expect(await compare(from, { ...from, lineWidth: 380 })).toMatchObject({
    verdict: 'same_text',
    changes: [],
    furniture: [],
  });
});

test('a page inserted early is one change, and the pages after it are unchanged', async () => {
  const added = ['2 Terms and definitions', prose('terms', 70), prose('more terms', 70)];
  const after = paragraphs.toSpliced(4, 0, ...added);
  const from = { paragraphs, ...furniture, pageBreaks: [4] };
  const found = await compare(from, { paragraphs: after, ...furniture, pageBreaks: [4, 7] });
  expect(inWords(found)).toEqual([`inserted:  → ${added.join(' ')}`]);
  expect(found.changes).toMatchObject([
    { clause: '2 Terms and definitions', from: [{ page: 2 }], to: [{ page: 2 }] },
  ]);
  expect(found.furniture).toEqual([]);
});

test('an annex in another place is moved', async () => {
  const annex = ['Annex B', prose('annex', 90), prose('annex further', 90)];
  const from = { paragraphs: [...paragraphs, ...annex], ...furniture };
  const to = { paragraphs: paragraphs.toSpliced(40, 0, ...annex), ...furniture };
  const text = annex.join(' ');
  const found = await compare(from, to);
  expect(inWords(found)).toEqual([`moved: ${text} → ${text}`]);
  expect(found.changes).toMatchObject([{ weight: 'text', clause: 'Annex B' }]);
});

test('words hyphenated at other places are the same', async () => {
  const from = { paragraphs, ...furniture };
  const to = { paragraphs, ...furniture, hyphenates: true, lineWidth: 300 };
  expect(inWords(await compare(from, to))).toEqual([]);
});

const rows = ['M6\t8.8\t9 Nm', 'M8\t8.8\t25 Nm', 'M12\t8.8\t84 Nm', 'M16\t8.8\t205 Nm'];

test('a row added to a table is one change, from its first cell to its last', async () => {
  const table = (all: string[]) => [...paragraphs.slice(0, 8), ...all, ...paragraphs.slice(8)];
  const from = { paragraphs: table(rows), ...furniture };
  const to = { paragraphs: table(rows.toSpliced(2, 0, 'M10\t8.8\t50 Nm')), ...furniture };
  const found = await compare(from, to);
  expect(inWords(found)).toEqual(['inserted:  → M10 8.8 50 Nm']);
  expect(found.changes).toMatchObject([{ weight: 'limit', clause: '2 Materials of group 2' }]);
  expect(found.changes[0]?.to[0]?.boxes).toHaveLength(1);
});

test('another value weighs more than another obligation, and that more than another word', async () => {
  const written = (grade: string, word: string, noun: string) => [
    ...paragraphs.slice(0, 20),
    `Screws of property class ${grade} are used throughout.`,
    ...paragraphs.slice(20, 30),
    `The supplier ${word} inform the customer in writing.`,
    ...paragraphs.slice(30, 40),
    `A ${noun} accompanies the delivery.`,
    ...paragraphs.slice(40),
  ];
  const found = await compare(
    { paragraphs: written('8.8', 'should', 'certificate'), ...furniture },
    { paragraphs: written('10.9', 'shall', 'report'), ...furniture },
  );
  expect(inWords(found)).toEqual([
    'changed: 8.8 → 10.9',
    'changed: should → shall',
    'changed: certificate → report',
  ]);
  expect(found.changes.map(({ weight }) => weight)).toEqual(['limit', 'obligation', 'text']);
});

test('a watermark and a changed header are reported once', async () => {
  const from = { paragraphs, ...furniture };
  const to = { ...from, header: 'Nordwerk AM-1 Revision B', watermark: 'DRAFT' };
  const found = await compare(from, to);
  expect(inWords(found)).toEqual([]);
  expect(found.verdict).toBe('changed');
  expect(found.furniture).toEqual([
    {
      kind: 'header',
      weight: 'cover',
      effect: 'revision',
      percent: null,
      from_text: 'Nordwerk AM-1 Revision A',
      to_text: 'Nordwerk AM-1 Revision B',
      pages: 11,
    },
    {
      kind: 'watermark',
      weight: 'text',
      effect: null,
      percent: null,
      from_text: '',
      to_text: 'DRAFT',
      pages: 11,
    },
  ]);
});

test('if a fifth is rewritten, just that is changed', async () => {
  const isRewritten = (at: number) => at % 5 === 3 && at % 4 !== 0; // no heading
  const rewritten = paragraphs.map((one, at) => (isRewritten(at) ? prose(`new ${at}`, 66) : one));
  const found = await compare(
    { paragraphs, ...furniture },
    { paragraphs: rewritten, ...furniture },
  );
  const planted = paragraphs.filter((_, at) => isRewritten(at));
  expect(found.changes).toHaveLength(planted.length);
  // By chance the first or the last word of a paragraph may be the same as before.
  const isWhole = (text: string, at: number) =>
    planted[at]?.includes(text) === true && text.length > 0.9 * planted[at].length;
  expect(found.changes.filter(({ from_text }, at) => !isWhole(from_text, at))).toEqual([]);
});

test('a note on most pages, each time in another place, is text and no furniture', async () => {
  const note = 'NOTE The drawing prevails.';
  const noted = (changed: string) =>
    paragraphs.flatMap((one, at) => (at % 5 === 2 ? [one, at === 52 ? changed : note] : [one]));
  const found = await compare(
    { paragraphs: noted(note), ...furniture },
    { paragraphs: noted('NOTE This standard prevails.'), ...furniture },
  );
  expect(inWords(found)).toEqual(['changed: The drawing → This standard']);
});

test('in a long table of the same words, one that differs is found', async () => {
  const rows = Array.from({ length: 300 }, () => 'Screw\tcoated\tpassed');
  const found = await compare(
    { paragraphs: rows },
    { paragraphs: rows.with(150, 'Screw\tcoated\tfailed') },
  );
  expect(inWords(found)).toEqual(['changed: passed → failed']);
});

test('in a long table of the same words, each of several rows that differ is found', async () => {
  const rows = Array.from({ length: 300 }, () => 'Screw\tcoated\tpassed');
  const differing = [20, 150, 280];
  const to = rows.map((row, at) => (differing.includes(at) ? 'Screw\tcoated\tfailed' : row));
  const found = await compare({ paragraphs: rows }, { paragraphs: to });
  expect(inWords(found)).toEqual(differing.map(() => 'changed: passed → failed'));
});

test('a note at one place in the middle of all pages is text', () => {
  const withNote = (note: string) => pagesWritten(6, () => note, 500);
  const found = compareTexts(withNote('Draft of March'), withNote('Draft of April'));
  expect(found.furniture).toEqual([]);
  expect(inWords(found)).toEqual(Array.from({ length: 6 }, () => 'changed: March → April'));
});

test('a header is a header, also with a number such as FJ#2207', async () => {
  const from = { paragraphs, ...furniture, header: 'FJ#2207 Revision 2' };
  const found = await compare(from, { ...from, header: 'FJ#2207 Revision 3' });
  expect(inWords(found)).toEqual([]);
  expect(found.furniture).toMatchObject([{ kind: 'header', to_text: 'FJ#2207 Revision 3' }]);
});

test('a line is a header if it is on more than half of the pages', () => {
  const header = 'Draft of March';
  const withHeaderOn = (on: number, of: number) => {
    const withLine = (line: string) => pagesWritten(of, (page) => (page < on ? line : ''));
    return compareTexts(withLine(header), withLine('Draft of April'));
  };
  expect(withHeaderOn(3, 6)).toMatchObject({ furniture: [], changes: [{}, {}, {}] });
  expect(withHeaderOn(4, 6)).toMatchObject({
    furniture: [{ kind: 'header', from_text: header, to_text: 'Draft of April', pages: 4 }],
    changes: [],
  });
});

test('documents with hardly anything in common are reported as different', async () => {
  const other = Array.from({ length: 60 }, (_, at) => prose(`other ${at}`, 70));
  const found = await compare({ paragraphs, ...furniture }, { paragraphs: other });
  expect(found).toMatchObject({ verdict: 'different', changes: [] });
});

test('other page numbers in the contents are no changes; another number at the end of a row is one', async () => {
  const titles = ['1 Scope', '2 Materials', '3 Delivery'];
  const written = (pages: number[], value: number) => [
    ...titles.map((title, at) => `${title}\t\t\t${pages[at]}`),
    ...titles.flatMap((title, at) => [title, prose(`clause ${at}`)]),
    `1 Torque\t\t\t${value}`,
  ];
  const found = await compare(
    { paragraphs: written([2, 3, 4], 25), pageBreaks: [3, 5, 7] },
    { paragraphs: written([2, 4, 6], 30), pageBreaks: [3, 4, 5, 6, 7] },
  );
  expect(inWords(found)).toEqual(['changed: 25 → 30']);
  const wrong = await compare(
    { paragraphs: written([2, 3, 4], 25), pageBreaks: [3, 5, 7] },
    { paragraphs: written([2, 3, 5], 25), pageBreaks: [3, 5, 7] },
  );
  expect(inWords(wrong)).toEqual(['inserted:  → 5']);
  expect(found.changes).toMatchObject([{ clause: '3 Delivery' }]);
});

const japanese = [
  '1 適用範囲',
  'この規格は、自動車用ねじ部品の表面処理について規定する。皮膜の厚さは八マイクロメートル以上とする。',
  '2 試験方法',
  '塩水噴霧試験は二百四十時間行い、赤さびが発生してはならない。試験片は三個とする。',
  '締付けトルクは、表1による。強度区分は 8.8 とする。',
];

test('Japanese is compared by characters', async () => {
  const after = japanese.map((one) => one.replace('二百四十', '四百八十').replace('8.8', '10.9'));
  const found = await compare(
    { paragraphs: japanese, language: 'JA' },
    { paragraphs: after, language: 'JA', lineWidth: 300 },
  );
  expect(inWords(found)).toEqual(['changed: 二百四 → 四百八', 'changed: 8.8 → 10.9']);
  expect(found.changes.map(({ clause }) => clause)).toEqual(['2 試験方法', '2 試験方法']);
});

/** Pages of plain words, each with one more line where it is given one: in the header, unless `top` says where. */
function pagesWritten(pages: number, lineOf: (page: number) => string, top = 30): DocumentPages {
  const line = (text: string, top: number) =>
    text
      .split(' ')
      .filter((word) => word !== '')
      .map((word, at) => ({ text: word, left: 60 + at * 60, top, width: 50, height: 10 }));
  const words = Array.from({ length: pages }, (_, page) => [
    ...line(lineOf(page), top),
    ...Array.from({ length: 20 }, (_, row) =>
      line(prose(`page ${page} row ${row}`, 7), 150 + row * 15),
    ).flat(),
  ]);
  const sizes = words.map(() => ({ width: 595, height: 842 }));
  return withFurniture({ words, sizes, headings: [] });
}

test('a dot after the number of a clause, or three dots for one sign, are no changes', async () => {
  const [from, to] = [
    ['2.1 Terms', prose('terms'), 'and so on …', '2.2 Symbols', prose('symbols')],
    ['2.1. Terms', prose('terms'), 'and so on ...', '2.2. Symbols', prose('symbols')],
  ];
  expect(inWords(await compare({ paragraphs: from }, { paragraphs: to }))).toEqual([]);
});

test('furniture of only left or only right pages is furniture', () => {
  const numbered = (from: number) =>
    pagesWritten(12, (page) => (page % 2 === 0 ? `Sheet ${page + from}` : ''));
  expect(compareTexts(numbered(1), numbered(5))).toMatchObject({ changes: [], furniture: [] });
  const named = (name: string) => pagesWritten(12, (page) => (page % 2 === 1 ? name : ''));
  expect(compareTexts(named('Revision A'), named('Revision B'))).toMatchObject({
    changes: [],
    furniture: [{ kind: 'header', from_text: 'Revision A', to_text: 'Revision B', pages: 6 }],
  });
});

/** Contents and three chapters. Above all but the first pages of a chapter is its title; pages have numbers. */
function bookWritten(rowsAPage: number, dots: string, second = 'Materials'): DocumentPages {
  const words: Word[][] = [];
  const headings: PdfHeading[] = [];
  const line = (text: string, left: number, top: number, height = 10) =>
    text
      .split(' ')
      .map((word, at) => ({ text: word, left: left + at * 60, top, width: 50, height }));
  const contents = line('i', 300, 800);
  words.push(contents);
  for (const [chapter, title] of ['1 Scope', `2 ${second}`, '3 Delivery', '4 Tests'].entries()) {
    contents.push(...line(`${title}${dots}${words.length}`, 60, 200 + chapter * 15));
    for (let row = 0; row < 60; row += rowsAPage) {
      const isFirst = row === 0;
      if (isFirst) headings.push({ page: words.length, at: 0, word: 0, text: title });
      words.push([
        ...line(title, isFirst ? 60 : 400, isFirst ? 100 : 40, isFirst ? 20 : 10),
        ...line(String(words.length), 300, isFirst ? 60 : 800),
        ...Array.from({ length: Math.min(rowsAPage, 60 - row) }, (_, at) =>
          line(prose(`chapter ${chapter} row ${row + at}`, 7), 60, 150 + at * 15),
        ).flat(),
      ]);
    }
  }
  const sizes = words.map(() => ({ width: 595, height: 842 }));
  return withFurniture({ words, sizes, headings });
}

test('titles of chapters above their pages, Roman page numbers and contents with dots are no changes', () => {
  expect(compareTexts(bookWritten(20, '........'), bookWritten(13, '. . . . '))).toMatchObject({
    verdict: 'same_text',
    changes: [],
    furniture: [],
  });
  expect(
    inWords(compareTexts(bookWritten(20, '...... '), bookWritten(13, ' .... ', 'Parts'))),
  ).toEqual([
    'changed: Materials → Parts', // in the contents
    'changed: Materials → Parts',
  ]);
});

test('rising values after dots are no contents', async () => {
  const torques = (values: number[]) => [
    ...paragraphs.slice(0, 8),
    ...values.map((value, at) => `M${6 + 2 * at}..........${value}`),
  ];
  const found = await compare(
    { paragraphs: torques([10, 25, 49, 85]) },
    { paragraphs: torques([10, 25, 52, 85]) },
  );
  expect(inWords(found)).toEqual(['changed: M10..........49 → M10..........52']);
});

test('an address that is broken at the end of a line is one word', () => {
  const tokens = (...lines: string[]) => {
    const words = lines.flatMap((line, row) =>
      line
        .split(' ')
        .map((text, at) => ({ text, left: 60 + at * 90, top: row * 15, width: 80, height: 10 })),
    );
    return tokensOf([words], new WordNumbers()).map(({ text }) => text);
  };
  const address = 'https://example.com/lists/new-parts/2026';
  for (const [first, rest] of [
    ['https://example.com/', 'lists/new-parts/2026'],
    ['https://example.com', '/lists/new-parts/2026'],
    ['https://example.com/lists/new\u00AD', 'parts/2026'],
  ] as const) {
    expect(tokens(`see ${first}`, `${rest} for it`)).toEqual(['see', address, 'for', 'it']);
  }
  expect(tokens('see www.example.com', 'for it')).toEqual(['see', 'www.example.com', 'for', 'it']);
});

test('a clause with another number has its old number, too', async () => {
  const after = paragraphs
    .with(8, '4 Coating of group 3')
    .with(9, `${paragraphs[9]} Only once.`)
    .toSpliced(8, 0, '3 Terms', prose('terms', 30));
  const { changes } = await compare({ paragraphs }, { paragraphs: after });
  expect(changes.map(({ clause, to_text }) => [clause, to_text.slice(0, 10)])).toEqual([
    ['3 Terms', '3 Terms ap'],
    ['4 Coating of group 3, was 3', 'Only once.'],
    [null, '4'],
  ]);
});

test('a numbered line of running text is no heading', async () => {
  const text = `${prose('running', 12)} ${'ii'.repeat(44)} 18 Specimens of the batch are enough`;
  const before = paragraphs.toSpliced(5, 0, text);
  const after = paragraphs.toSpliced(5, 0, `${text} today`);
  const { changes } = await compare({ paragraphs: before }, { paragraphs: after });
  expect(changes.map(({ clause }) => clause)).toEqual(['2 Materials of group 2']);
});
