import { expect, test } from 'vitest';
import { randomNumbers } from '../../../test/random.ts';
import { prose, withFurniture } from '../../../test/redline-pdfs.ts';
import type { PdfHeading } from '../../pdf/text/headings.ts';
import type { Word } from '../../pdf/text/words.ts';
import { compareTexts } from './compare.ts';
import type { DocumentPages } from './furniture.ts';

// Nothing is hidden: what is taken out as a header or page number is evidence, too.

type Line = { text: string; top: number; left?: number; height?: number };

function pageOf(lines: readonly Line[]): Word[] {
  return lines.flatMap(({ text, top, left = 60, height = 10 }) => {
    let at = left;
    return text.split(' ').map((word): Word => {
      const width = word.length * 5;
      const placed = { text: word, left: at, top, width, height };
      at += width + 4;
      return placed;
    });
  });
}

function documentOf(pages: Word[][], headings: PdfHeading[] = []): DocumentPages {
  const sizes = pages.map(() => ({ width: 595, height: 842 }));
  return withFurniture({ words: pages, sizes, headings });
}

const body = (seed: string, rows: number, top = 92, first = 0): Line[] =>
  Array.from({ length: rows }, (_, row) => ({
    text: prose(`${seed} ${first + row}`, 9),
    top: top + row * 12,
  }));

/** Pages of text with these lines in between or around. */
const pagesOf = (count: number, linesOf: (page: number) => Line[], rows = 20) =>
  documentOf(
    Array.from({ length: count }, (_, page) =>
      pageOf([...linesOf(page), ...body(`page ${page}`, rows)].toSorted((a, b) => a.top - b.top)),
    ),
  );

/** Everything that is listed, as `limit: 6 → 9`. */
function listed(from: DocumentPages, to: DocumentPages): string[] {
  const { changes, furniture } = compareTexts(from, to);
  return [...changes, ...furniture].map(
    (one) => `${one.weight}: ${one.from_text} → ${one.to_text}`,
  );
}

test('numbers that rise with the pages within the text are values', () => {
  const samples = (last: number) =>
    pagesOf(6, (page) => [{ text: `Samples ${page === 2 ? last : page + 1} pieces`, top: 400 }]);
  expect(listed(samples(3), samples(9))).toEqual(['limit: 3 → 9']);
  const begun = (last: number) =>
    pagesOf(4, (page) => [
      { text: `The thickness of this class is ${page === 3 ? last : page + 5} mm.`, top: 80 },
    ]);
  expect(listed(begun(8), begun(9))).toEqual(['limit: 8 → 9']);
  const paragraphs = (by: number) =>
    pagesOf(9, (page) => [{ text: `§ ${page + by}`, top: page * 20 + 200 }]);
  expect(compareTexts(paragraphs(1), paragraphs(2)).changes).toHaveLength(9);
});

test('a line that begins the text of both pages is text', () => {
  const hardness = (...texts: string[]) =>
    pagesOf(2, (page) => [{ text: texts[page] ?? '', top: 80 }]);
  const text = 'Hardness at least 58 HRC.';
  const other = 'Hardness at least 56 HRC.';
  expect(listed(hardness(text, text), hardness(other, other))).toEqual([
    'limit: 58 → 56',
    'limit: 58 → 56',
  ]);
  const baked = 'Parts shall be baked for 8 h.';
  expect(listed(hardness(baked, baked), hardness(baked, prose('page 1 x', 6)))).not.toEqual([]);
});

test('a page whose text ends in the upper margin has a text', () => {
  const rows = (page: number): Line[] => [
    { text: `Samples ${page + 1} pieces`, top: 22 },
    ...body('each', 4, 36),
  ];
  const pages = documentOf(Array.from({ length: 6 }, (_, page) => pageOf(rows(page))));
  expect(pages.words.flat().filter(({ furniture }) => furniture !== undefined)).toEqual([]);
});

test('a blank that divides or joins words is listed, also where a line ends', () => {
  const text = (words: string, next = '') =>
    pagesOf(1, () => [
      { text: `The parts ${words}`, top: 400 },
      { text: `${next} agreed with the customer.`.trim(), top: 412 },
    ]);
  expect(listed(text('may be not able as'), text('may be notable as'))).toEqual([
    'obligation: not able → notable',
  ]);
  expect(listed(text('nut- and bolt-shaped as'), text('nut and bolt-shaped as'))).toHaveLength(1);
  expect(listed(text('can', 'not be'), text('cannot', 'be'))).toHaveLength(1);
});

test('a hyphen between letters is listed, unless a line ends there', () => {
  const text = (words: string, next = '') =>
    pagesOf(1, () => [
      { text: `The manager must ${words}`, top: 400 },
      { text: `${next} before the test.`.trim(), top: 412 },
    ]);
  const listedOf = (from: [string, string?], to: [string, string?]) =>
    listed(text(...from), text(...to));
  expect(listedOf(['re-sign it'], ['resign it'])).toEqual(['editorial: re-sign → resign']);
  expect(listedOf(['resign it'], ['re-sign it'])).toEqual(['editorial: resign → re-sign']);
  expect(listedOf(['re-', 'sign it'], ['re-sign it'])).toEqual([]);
  expect(listedOf(['resign it'], ['re-', 'sign it'])).toEqual([]);
  expect(listedOf(['hand over E-', 'Mails'], ['hand over E-Mails'])).toEqual([]);
  expect(listedOf(['hand over E-', 'Mails'], ['hand over EMails'])).toHaveLength(1);
  expect(listedOf(['a re-coated', 'part'], ['a re-coat-', 'ed part'])).toEqual([]);
  expect(listedOf(['a recoated', 'part'], ['a re-coat-', 'ed part'])).toEqual([
    'editorial: recoated → re-coated',
  ]);
});

test('a header or footer that says something else is listed once, by what it says', () => {
  const footed = (text: string, count = 7) =>
    pagesOf(count, (page) => [
      { text: 'Nordwerk AM-1', top: 40 },
      { text, top: 790 },
      { text: `Page ${page + 1} of ${count}`, top: 806 },
    ]);
  const limit = 'Store at no more than 25 °C. May not be reproduced.';
  expect(compareTexts(footed(limit), footed(limit, 9)).furniture).toEqual([]);
  expect(compareTexts(footed(limit), footed(limit.replace('25', '30')))).toMatchObject({
    verdict: 'changed',
    changes: [],
    furniture: [{ kind: 'footer', weight: 'limit', effect: 'looser', pages: 7 }],
  });
  expect(listed(footed(limit), footed(limit.replace('May not', 'May')))).toEqual([
    `obligation: ${limit} → ${limit.replace('May not', 'May')}`,
  ]);
});

test('a footer is a footer also on the page that is full', () => {
  const footed = (rows: readonly number[]) =>
    documentOf(
      rows.map((count, page) =>
        pageOf([
          ...body(`page ${page}`, count),
          { text: `Store below 25 °C — page ${page + 1}`, top: 820, left: 250 },
        ]),
      ),
    );
  const isLeft = ({ furniture }: Word) => furniture === undefined;
  const left = footed([60, 30, 9]).words.map((words) => words.filter(isLeft).length);
  expect(left).toEqual([60 * 9, 30 * 9, 9 * 9]);
  const { changes, furniture } = compareTexts(footed([60, 30, 9]), footed([60, 3]));
  expect(changes.map(({ kind }) => kind)).not.toContain('inserted');
  expect(furniture).toEqual([]);
});

/** Contents, chapters with running titles and pages that are numbered left and right. */
function bookOf(rows: number): DocumentPages {
  const pages: Line[][] = [];
  const headings: PdfHeading[] = [];
  const titles = ['1 Scope', '2 Materials', '3 Coating', '4 Delivery'];
  const contents: Line[] = [{ text: 'Contents', top: 92, height: 16 }];
  pages.push(contents);
  for (const [chapter, title] of titles.entries()) {
    contents.push({ text: `${title} ........ ${pages.length + 1}`, top: 130 + chapter * 14 });
    for (let row = 0; row < 48; row += rows) {
      const isFirst = row === 0;
      if (isFirst) headings.push({ page: pages.length, at: 0, word: 0, text: title });
      const lines = body(title, Math.min(rows, 48 - row), 130, row);
      const items = [
        { text: '• clean the surface', top: 500 },
        { text: 'a) coat it with 8 µm of zinc', top: 514 },
      ];
      const head = isFirst
        ? { text: title, top: 92, height: 16 }
        : { text: title, top: 40, left: 400 };
      pages.push([head, ...lines, ...(row + rows >= 48 ? items : [])]);
    }
  }
  const numbered = pages.map((lines, page) => [
    ...lines,
    { text: 'Revision A', top: 800 },
    { text: `${page + 1}`, top: 800, left: page % 2 === 0 ? 500 : 300 },
  ]);
  return documentOf(numbered.map(pageOf), headings);
}

test('one other word anywhere is never the same text', { timeout: 60_000 }, () => {
  const book = bookOf(16);
  expect(compareTexts(book, book).verdict).toBe('same_text');
  const random = randomNumbers('one word anywhere');
  const hidden: string[] = [];
  const all = book.words.flatMap((words, page) => words.map((word, at) => ({ word, page, at })));
  for (const { word, page, at } of all) {
    // Each word of the contents, the headers and footers, and some others.
    const isTried = page === 0 || word.furniture !== undefined || random() < 0.04;
    if (!isTried || /^[•.]+$/.test(word.text)) continue;
    const isNumber = /^\d+$/.test(word.text);
    const text = isNumber ? String(Number(word.text) + 1 + Math.floor(random() * 40)) : 'other';
    const gone = random() < 0.2;
    const words = book.words.map((own, of) =>
      own.flatMap(({ furniture: _, ...one }, number) => {
        if (of !== page || number !== at) return [one];
        return gone ? [] : [{ ...one, text }];
      }),
    );
    // A missing page number is a counter that leaves out a page.
    if (gone && isNumber && word.top === 800) continue;
    const { verdict } = compareTexts(book, withFurniture({ ...book, words }));
    if (verdict === 'same_text') hidden.push(`${page + 1}: ${word.text} → ${gone ? '' : text}`);
  }
  expect(hidden).toEqual([]);
});

test('the same book on pages of another length is the same text', () => {
  expect(listed(bookOf(16), bookOf(24))).toEqual([]);
});
