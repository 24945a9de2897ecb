import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Snippet } from '#contract/search.ts';
import { headingsOf } from './headings.ts';
import { Snippets, type SearchedParts } from './snippet.ts';

/** Each text is a row of keys. */
function seeking(...rows: string[]): SearchedParts {
  return rows.map((row, part) => ({ part, row: row.split(' ').map((key) => [key]) }));
}

function snippetOf(text: string, searchedParts: SearchedParts): Snippet {
  return new Snippets(searchedParts).of(text).snippet;
}

/** The marked parts of the snippet. */
function marked(text: string, searchedParts: SearchedParts): string[] {
  const snippet = snippetOf(text, searchedParts);
  return snippet.marks.map(([from, to]) => snippet.text.slice(from, to));
}

const row = 'dry fasteners and bolts '.repeat(80);
const filler = 'Fasteners shall be delivered dry to the touch. '.repeat(40);

test.each([
  ['Zink-Nickel-Überzüge', 'uberzuge', ['Überzüge']],
  ['Überzüge'.normalize('NFD'), 'uberzuge', ['Überzüge'.normalize('NFD')]],
  ['see 02091-C-71, rev. A', '2091c71', ['02091-C-71']],
  ['see VW 011\n55.', 'vw1155', ['VW 011 55']],
  ['(M10×1,5)', 'm10x1.5', ['M10×1,5']],
  ['締結部品の防錆皮膜', '防錆 錆皮', ['防錆皮']],
  ['ﾊﾞﾈ鋼', 'バネ', ['ﾊﾞﾈ']],
  ['Maße und GRÖẞE', 'grosse', ['GRÖẞE']],
])('in %s what was searched is marked as it stands there', (text, key, expected) => {
  expect(marked(text, seeking(key))).toEqual(expected);
  expect(marked(`${filler}${text} ${filler}`, seeking(key))).toEqual(expected);
});

test('the place with the most of the words is shown, also far down a long page', () => {
  const text = `zinc. ${filler}nickel. ${filler.repeat(20)}zinc with nickel ${filler}`;
  expect(marked(text, seeking('zinc', 'nickel'))).toEqual(['zinc', 'nickel']);
});

test('the words of a phrase are marked only where they follow each other', () => {
  expect(marked('dry zinc, zinc dry, zinc', seeking('zinc dry'))).toEqual(['zinc dry']);
});

test('a snippet of what is no sentence is cut between words and is about 200 letters long', () => {
  const { text } = snippetOf(`${row}torque ${row}`, seeking('torque'));
  expect(text.length).toBeGreaterThan(160);
  expect(text.length).toBeLessThanOrEqual(240);
  const words = new Set(`${row}torque`.split(' '));
  expect(text.split(' ').filter((word) => !words.has(word))).toEqual([]);
});

test('a whole sentence is shown, and the heading above it', () => {
  const page = [
    '4 Tests',
    '4.3 Salt spray test',
    'Parts are dry. Per Fig. 3, min. 720 h of salt',
    'spray are needed. Others follow.',
  ].join('\n');
  const shown = new Snippets(seeking('720 h')).of(page);
  expect(shown.snippet.text).toBe('Per Fig. 3, min. 720 h of salt spray are needed.');
  expect(shown.heading).toBe('4.3 Salt spray test');
});

test.each([
  ['a line of text', '5 Bolts are taken from the lot and\nput into salt'],
  ['an entry of a table of contents', '5 Salt spray ..... 12\nsalt'],
  ['none', 'Scope\nsalt'],
])('%s is no heading', (_, page) => {
  expect(
    new Snippets(seeking('salt')).of(page, [
      { start: page.length - 4, end: page.length, part: 0, weight: 1 },
    ]).heading,
  ).toBeNull();
});

test('a heading of an earlier page is above all that follows, and none is above itself', () => {
  const headings = [
    { page: 0, at: 4, word: 1, text: '4 Tests' },
    { page: 2, at: 30, word: 6, text: '5 Marking' },
  ];
  const text = '...............salt. ..........5 Marking\nsalt';
  const above = (page: number, at: number) => {
    const match = { start: at, end: at + 4, part: 0, weight: 1 };
    const layout = { ...headingsOf(text, page, headings), rows: [] };
    return new Snippets([]).of(text, [match], layout).heading;
  };
  expect([above(0, 6), above(0, 15), above(1, 0), above(2, 15), above(2, 41)]).toEqual([
    null,
    '4 Tests',
    '4 Tests',
    '4 Tests',
    '5 Marking',
  ]);
});

test('a snippet never crosses a heading', () => {
  const text = 'Salt is put in\n5 Appearance\nAll spray is seen\n6 Marking\nBy a chamber';
  const shown = (...keys: string[]) => new Snippets(seeking(...keys)).of(text);
  expect(shown('salt', 'spray')).toEqual({
    snippet: { text: 'Salt is put in', marks: [[0, 4]] },
    heading: null,
  });
  expect(shown('spray', 'chamber')).toEqual({
    snippet: { text: 'All spray is seen', marks: [[4, 9]] },
    heading: '5 Appearance',
  });
  expect(shown('appearance', 'seen')).toMatchObject({
    snippet: { text: '5 Appearance All spray is seen' },
    heading: null,
  });
});

test('a snippet begins after its heading, which is shown above, and not with the line before', () => {
  const text =
    'Norvanta NV 50700 Revision 6\n4.3.1 Salt spray test\nThe salt spray test is neutral. Next';
  expect(snippetOf(text, seeking('salt', 'spray')).text).toBe('The salt spray test is neutral.');
});

test('a page without what was searched is shown from its beginning', () => {
  expect(snippetOf(filler, seeking('torque'))).toEqual({
    text: filler.slice(0, 198).trim(),
    marks: [],
  });
  expect(snippetOf('', seeking('torque'))).toEqual({ text: '', marks: [] });
});

test('line ends are spaces, and what cannot be seen is left out', () => {
  expect(snippetOf('a\u0007\0b\r\n\tto\uD800rque', seeking('rque'))).toEqual({
    text: 'ab torque',
    marks: [[5, 9]],
  });
});

test('whatever the text is, marks are in order, within the snippet and not empty', () => {
  const letters = fc.constantFrom(...'ab ab- .\n\0ü\u0308が防錆ﾊﾞ𠀋\uD800€ß1');
  const texts = fc.array(letters, { maxLength: 400 }).map((all) => all.join(''));
  const keys = fc.array(fc.constantFrom('a', 'ab', 'u', '防錆', '防', 'バ', 'ss1', '1', 'ab a'));
  fc.assert(
    fc.property(texts, keys, (text, rows) => {
      const snippet = snippetOf(text, seeking(...rows));
      expect(snippet.text.length).toBeLessThanOrEqual(240);
      let last = 0;
      for (const [from, to] of snippet.marks) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(snippet.text.length);
        last = to;
      }
    }),
    { seed: 15, numRuns: 2000 },
  );
});

test('an item of a list is a sentence of its own', () => {
  const text =
    'Norvanta Revision 6\naa) ISO 9227, salt spray tests\nab) ISO 9606-1, testing of welders';
  expect(snippetOf(text, seeking('salt')).text).toBe('aa) ISO 9227, salt spray tests');
});

test('the heading is that of the sentence, also if the heading itself has the words', () => {
  const text =
    '6 Tests\n6.1 Salt spray test\nThe salt spray test is run in a chamber on ten parts.';
  const { heading, snippet } = new Snippets(seeking('salt', 'spray', 'test')).of(text);
  expect(heading).toBe('6.1 Salt spray test');
  expect(snippet.text).toBe('The salt spray test is run in a chamber on ten parts.');
});
