import { expect, test } from 'vitest';
import type { Word } from '../../pdf/text/words.ts';
import { headingsOf } from './headings.ts';
import { Snippets } from './snippet.ts';
import { mayHaveTable, rowsIn } from './table-rows.ts';

const letter = 5;
const lineHeight = 12;

/** Rows of cells, set at these places from the left; `/` begins the next line of a cell. */
function tableOf(lefts: readonly number[], rows: readonly (readonly string[])[]) {
  const words: Word[] = [];
  const lines: string[] = [];
  let top = 100;
  for (const cells of rows) {
    const ofCells = cells.map((cell) => cell.split('/'));
    for (const [column, ofCell] of ofCells.entries()) {
      for (const [at, line] of ofCell.entries()) {
        let left = lefts[column] ?? 0;
        for (const text of line.split(' ')) {
          const place = {
            left,
            top: top + at * lineHeight,
            width: text.length * letter,
            height: 10,
          };
          words.push({ text, ...place });
          left += (text.length + 0.4) * letter;
        }
        if (at > 0 || column === 0) lines.push(line);
        else lines.push(`${lines.pop()} ${line}`);
      }
    }
    top += Math.max(...ofCells.map(({ length }) => length)) * lineHeight + 4;
  }
  return { words, text: lines.join('\n') };
}

const systems = tableOf(
  [60, 110, 300, 380],
  [
    ['Code', 'Coating', 'Thickness in/µm', 'Base metal corrosion/after h'],
    ['ZN2', 'Zinc-nickel (12 to 16 % Ni), passivated/and sealed', '10 to 16', '840'],
    ['ED1', 'Cathodic dip coat', '15 to 25', '600'],
    ['PC1', 'Polyester powder', '60 to 120', '480'],
  ],
);

function snippetOf({ words, text }: ReturnType<typeof tableOf>, ...keys: string[]) {
  const snippets = new Snippets(keys.map((key, part) => ({ part, row: [[key]] })));
  const layout = { ...headingsOf(text, 0, []), rows: rowsIn(text, words) };
  const { text: shown, marks } = snippets.of(text, snippets.matchesIn(text), layout).snippet;
  const marked = marks.map(([from, to]) => shown.slice(from, to));
  return { shown, marked };
}

test('a match in a table is shown as its row, with the name of the column', () => {
  expect(snippetOf(systems, '480')).toEqual({
    shown: 'PC1 Polyester powder · Base metal corrosion after h: 480',
    marked: ['480'],
  });
  expect(snippetOf(systems, '10')).toEqual({
    shown: 'ZN2 Zinc-nickel (12 to 16 % Ni), passivated and sealed · Thickness: 10 to 16 µm',
    marked: ['10'],
  });
});

test('a row that was found by its name is shown whole', () => {
  expect(snippetOf(systems, 'dip', 'cathodic')).toEqual({
    shown: 'ED1 Cathodic dip coat · Thickness: 15 to 25 µm · Base metal corrosion after h: 600',
    marked: ['Cathodic', 'dip'],
  });
});

test('where the columns have no certain names, the whole row is shown', () => {
  const torques = tableOf(
    [60, 140, 220],
    [
      ['Thread', '8.8', '10.9'],
      ['M6', '9', '13'],
      ['M8', '24', '35'],
    ],
  );
  expect(snippetOf(torques, '35')).toEqual({ shown: 'M8 · 24 · 35', marked: ['35'] });
});

test('a caption is shown without the rows below it', () => {
  const text = `Table 1 – Released coating\n${systems.text}\nThe coating is whole. Others follow.`;
  const table = { words: systems.words, text };
  expect(snippetOf(table, 'released', 'coating', 'polyester').shown).toBe(
    'Table 1 – Released coating',
  );
  expect(snippetOf(table, 'whole').shown).toBe('The coating is whole.');
});

test('a head of a table is shown cell by cell', () => {
  expect(snippetOf(systems, 'coating').shown).toBe(
    'Code · Coating · Thickness in µm · Base metal corrosion after h',
  );
});

test('a long row is cut to the length of a snippet, around what was found', () => {
  const long = `${'very '.repeat(60)}salt${' very'.repeat(60)}`;
  const table = tableOf(
    [60, 110],
    [
      ['A', 'word'],
      ['B', long],
      ['C', 'word'],
    ],
  );
  const { shown, marked } = snippetOf(table, 'salt');
  expect(shown.length).toBeLessThanOrEqual(240);
  expect(marked).toEqual(['salt']);
});

test('only of pages with a caption or several lines that end with a value the words are read', () => {
  expect(mayHaveTable('Tabelle 2 – Momente')).toBe(true);
  expect(mayHaveTable('M6 9\nM8 22\nM10 –')).toBe(true);
  expect(mayHaveTable('Torques are in Table 2.\nPage 3 of 5\nProse goes on.')).toBe(false);
});
