import { expect, test } from 'vitest';
import { headingsOf } from './headings.ts';
import { judge } from './page-worth.ts';
import { Snippets } from './snippet.ts';

const header = (page: number) => `Norvanta zinc standard\nPage ${page} of 9`;
const bodies = [
  'Contents\n1 Scope ........ 2\n2 Zinc plating ........ 3\n3 Tests ........ 4\n4 Marks ........ 5',
  'Scope\nThis standard is for bolts.',
  'Zinc plating\nThe zinc is 8 µm thick.',
  'Tests\nSalt spray for 480 hours.',
  'Zinc is not painted.',
];
const pages = bodies.map((body, at) => `${header(at + 1)}\n${body}`);

/** The numbers of the pages, best first, and what is shown of each. */
function ordered(texts: readonly string[], word: string, ofHeader = 0) {
  const words = new Snippets([{ part: 0, row: [[word]] }]);
  return texts
    .map((text, at) => ({
      page: at + 1,
      ...judge(text, words.matchesIn(text), [[0, ofHeader]], headingsOf(text, at, null)),
    }))
    .toSorted((a, b) => b.worth - a.worth || a.page - b.page)
    .map(({ page, shown }) => [page, shown.length]);
}

test('the page that says most comes first, the table of contents and running headers last', () => {
  expect(ordered(pages, 'zinc', header(1).length)).toEqual([
    [3, 2],
    [5, 1],
    [1, 1],
    [2, 1],
    [4, 1],
  ]);
});

test('a page with the terms comes after those that say something of them', () => {
  const terms = '3 Terms and definitions\nZinc: metal\nZinc bath: zinc in a bath';
  expect(ordered([terms, 'Zinc is plated.'], 'zinc')).toEqual([
    [2, 1],
    [1, 3],
  ]);
  expect(ordered([`${terms}\n4 Plating\nZinc is plated.`, 'Zinc is plated.'], 'zinc')).toEqual([
    [1, 1],
    [2, 1],
  ]);
});

test('a table of contents without dots is known by its heading', () => {
  const contents = 'Inhaltsverzeichnis\n1 Zinc 2\n2 Zinc baths 3\n3 Zinc tests 4\n4 Marks 5';
  expect(ordered([contents, 'Zinc is plated.'], 'zinc')).toEqual([
    [2, 1],
    [1, 3],
  ]);
});

test('a table of figures is not taken for a table of contents', () => {
  const figures = 'Thickness of zinc\nM5 8\nM6 10\nM8 12\nM10 15\nzinc nickel 20';
  expect(ordered(['see zinc', figures], 'zinc')[0]).toEqual([2, 2]);
});
