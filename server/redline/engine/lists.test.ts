import { expect, test } from 'vitest';
import { prose } from '../../../test/redline-pdfs.ts';
import type { Word } from '../../pdf/text/words.ts';
import { compareTexts } from './compare.ts';
import type { DocumentPages } from './furniture.ts';

const [letter, indent, lineWidth] = [5, 30, 400];

/** Lists as browsers set them: the letter or number hangs to the left of its item, whose lines may be full. */
function listOf(items: readonly string[], markerOf: (at: number) => string): DocumentPages {
  const words: Word[] = [];
  let top = 60;
  const setText = (text: string, edge: number) => {
    let left = edge;
    for (const one of text.split(' ')) {
      const width = one.length * letter;
      if (left + width > lineWidth) [left, top] = [edge, top + 14];
      words.push({ text: one, left, top, width, height: 10 });
      left += width + letter;
    }
    top += 14;
  };
  setText(`${prose('before', 60)}:`, 70);
  for (const [at, item] of items.entries()) {
    const text = markerOf(at);
    const width = text.length * letter;
    words.push({ text, left: 70 + indent - letter - width, top, width, height: 10 });
    setText(item, 70 + indent);
  }
  setText(prose('after', 60), 70);
  return { words: [words], sizes: [{ width: 595, height: 842 }], headings: [] };
}

const full = 'clips for the under-body with a description that fills its line';
const items = ['bolts and nuts', full, `springs ${prose('springs', 30)}`, full, 'pins'];
const kinds: [string, (at: number) => string][] = [
  ['numbers', (at) => `${at + 1}.`],
  ['letters', (at) => `${'abcdefgh'[at]}.`],
  ['capitals', (at) => `${'ABCDEFGH'[at]}.`],
  ['roman', (at) => `${['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii'][at]}.`],
];

test.for(kinds)(
  'an item that is added is one change, and others one line of numbers: %s',
  ([, marker]) => {
    const added = items.toSpliced(3, 0, 'rings of spring steel');
    const { changes, runs } = compareTexts(listOf(items, marker), listOf(added, marker));
    expect(changes.map(({ to_text, effect }) => [to_text, effect])).toEqual([
      [`${marker(3)} rings of spring steel`, null],
      [`${marker(4)} ${marker(5)}`, 'numbering'],
    ]);
    const lines = runs
      .map(({ text }) => text)
      .join('')
      .split('\n');
    expect(lines.slice(1, -1)).toEqual([
      `${marker(0)} ${items[0]}`,
      `${marker(1)} ${items[1]}`,
      `${marker(2)} ${items[2]}`,
      `${marker(3)} rings of spring steel`,
      `${marker(3)} ${marker(4)} ${items[3]}`,
      `${marker(4)} ${marker(5)} ${items[4]}`,
    ]);
  },
);
