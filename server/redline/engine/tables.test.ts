import { expect, test } from 'vitest';
import type { RedlineChange } from '#contract/redline.ts';
import { effectOf } from '#contract/redline-words.ts';
import { prose, withFurniture } from '../../../test/redline-pdfs.ts';
import type { PdfHeading } from '../../pdf/text/headings.ts';
import type { Word } from '../../pdf/text/words.ts';
import { compareTexts } from './compare.ts';
import type { DocumentPages } from './furniture.ts';

// Tables as browsers and office programs set them: cell by cell, long cells in several lines.

type Table = { widths: readonly number[]; rows: readonly (readonly string[])[]; isMiddle?: true };
type Layout = {
  lineWidth?: number;
  pageHeight?: number;
  columns?: 1 | 2;
  repeatsHead?: true;
  /** Where a page ends, a row goes on on the next, below the head that is repeated. */
  breaksRows?: true;
};
type Line = { word: string; left: number; width: number }[];

const letter = 5;
const lineHeight = 12;
const padding = 4;

/** A text in lines; a word that is wider than a line is broken wherever the line ends. */
function linesOf(text: string, width: number): Line[] {
  const lines: Line[] = [];
  let left = Infinity;
  const most = Math.floor(width / letter);
  const parts = text
    .split(' ')
    .flatMap((word) => word.match(new RegExp(`.{1,${most}}`, 'gu')) ?? []);
  for (const word of parts) {
    const own = word.length * letter;
    if (left + own > width) {
      lines.push([]);
      left = 0;
    }
    lines.at(-1)?.push({ word, left, width: own });
    left += own + letter;
  }
  return lines;
}

function documentOf(blocks: readonly (string | Table)[], layout: Layout = {}): DocumentPages {
  const { lineWidth = 450, pageHeight = 760, columns = 1, repeatsHead, breaksRows } = layout;
  const pages: Word[][] = [[]];
  const headings: PdfHeading[] = [];
  let [column, top] = [0, 70];
  const take = (height: number): boolean => {
    if (top + height <= pageHeight) return false;
    top = 70;
    column += 1;
    if (column % columns === 0) pages.push([]);
    return true;
  };
  const write = (lines: readonly Line[], left: number, from: number) => {
    for (const [row, line] of lines.entries()) {
      for (const { word, left: at, width } of line) {
        const x = 60 + (column % columns) * (lineWidth + 25) + left + at;
        pages
          .at(-1)
          ?.push({ text: word, left: x, top: from + row * lineHeight, width, height: 10 });
      }
    }
  };
  for (const block of blocks) {
    if (typeof block === 'string') {
      const lines = linesOf(block, lineWidth);
      for (const [at, line] of lines.entries()) {
        take(lineHeight);
        if (at === 0 && /^\d+(?:\.\d+)* \p{Lu}/u.test(block)) {
          headings.push({
            page: pages.length - 1,
            at: 0,
            word: pages.at(-1)?.length ?? 0,
            text: block,
          });
        }
        write([line], 0, top);
        top += lineHeight;
      }
      top += padding * 2;
      continue;
    }
    const setRow = (row: readonly string[]) => {
      const cells = row.map((text, at) => linesOf(text, (block.widths[at] ?? 50) - 8));
      const most = Math.max(...cells.map(({ length }) => length));
      return { cells, height: most * lineHeight + 2 * padding };
    };
    const writeRow = ({ cells, height }: ReturnType<typeof setRow>) => {
      let left = 0;
      for (const [at, lines] of cells.entries()) {
        const room = height - 2 * padding - lines.length * lineHeight;
        write(lines, left, top + padding + (block.isMiddle === true ? room / 2 : 0));
        left += block.widths[at] ?? 50;
      }
      top += height;
    };
    const [head] = block.rows;
    for (const [at, row] of block.rows.entries()) {
      const set = setRow(row);
      const room = Math.floor((pageHeight - top - 2 * padding) / lineHeight);
      const lines = (set.height - 2 * padding) / lineHeight;
      if (breaksRows === true && at > 0 && room > 0 && room < lines) {
        const begun = room * lineHeight + 2 * padding;
        writeRow({ cells: set.cells.map((cell) => cell.slice(0, room)), height: begun });
        set.cells = set.cells.map((cell) => cell.slice(room));
        set.height -= begun - 2 * padding;
        top = pageHeight;
      }
      const isBroken = take(set.height);
      if (isBroken && at > 0 && repeatsHead === true) writeRow(setRow(head ?? []));
      writeRow(set);
    }
    top += padding * 2;
  }
  const sizes = pages.map(() => ({ width: 595, height: 842 }));
  return withFurniture({ words: pages, sizes, headings });
}

const before = [
  '1 Scope',
  ...Array.from({ length: 3 }, (_, at) => prose(`before ${at}`, 40)),
  '2 Values',
];
const after = ['3 Delivery', ...Array.from({ length: 3 }, (_, at) => prose(`after ${at}`, 40))];

function changesOf(
  from: readonly (string | Table)[],
  to: readonly (string | Table)[],
  layouts: { from?: Layout; to?: Layout } = {},
): RedlineChange[] {
  return compareTexts(
    documentOf([...before, ...from, ...after], layouts.from),
    documentOf([...before, ...to, ...after], layouts.to),
  ).changes;
}

/** `limit (+25 %) in Table 3, M10: of [-2-] [+2.5+] mm` */
function inWords(change: RedlineChange): string {
  const effect = effectOf(change);
  const sentence = change.context.map(({ kind, text }) =>
    kind === 'same' ? text : kind === 'deleted' ? `[-${text}-]` : `[+${text}+]`,
  );
  const row = change.row === null ? '' : ` in ${change.row}`;
  return `${change.weight}${effect === '' ? '' : ` (${effect})`}${row}: ${sentence.join('')}`;
}

const thickness = (first: string, hours: string): (string | Table)[] => [
  'Tabelle 2 – Schichtdicken',
  {
    widths: [120, 120, 150],
    rows: [
      ['Durchmesser in mm', 'Dicke µm', 'Dauer der Prüfung (h)'],
      [first, '5', '–'],
      ['16 bis 24', '8', hours],
      ['26 bis 30', '10', '960'],
    ],
  },
];

test('a cell of a German table has its table, row, column and unit; also the cell that names the row', () => {
  expect(
    changesOf(thickness('8 bis 14', '720'), thickness('8 bis 14', '480')).map(inWords),
  ).toEqual(['limit (−33 %) in Tabelle 2, 16 bis 24, Dauer der Prüfung: [-720-] [+480+] h']);
  expect(
    changesOf(thickness('8 bis 14', '720'), thickness('10 bis 14', '720')).map(inWords),
  ).toEqual(['limit (+25 %) in Tabelle 2, Durchmesser: [-8-] [+10+] bis 14 mm']);
});

const uniformity = (value: string): (string | Table)[] => [
  'Table 4 – Chamber',
  {
    widths: [120, 120, 150],
    rows: [
      ['Range', 'Uniformity in K', 'Steps'],
      ['low', `± ${value}`, 'one'],
      ['high', '± 6', 'two'],
    ],
  },
];

test('a head does not take the first row, whatever sign its values begin with', () => {
  expect(changesOf(uniformity('4'), uniformity('3')).map(inWords)).toEqual([
    'limit (−25 %) in Table 4, low, Uniformity: ± [-4-] [+3+] K',
  ]);
});

const types = (wide: number, values: readonly string[], isMiddle?: true): (string | Table)[] => [
  'Table 5 – Members',
  {
    widths: [wide, wide, 90, 60],
    ...(isMiddle === undefined ? {} : { isMiddle }),
    rows: [
      ['Name of the member', 'Description of it', 'Type', 'Limit'],
      ...values.map((value, at) => [
        `identifier${at} of the part`,
        `A longer text that says what ${prose(`m${at}`, 8)}`,
        'stringOrIntegerOrReference',
        value,
      ]),
    ],
  },
];
const limits = ['10', '20', '30', '40', '50'];

test('cells of several lines are cells, wherever their lines and words are broken', () => {
  expect(changesOf(types(60, limits), types(140, limits))).toEqual([]);
  expect(changesOf(types(60, limits, true), types(110, limits))).toEqual([]);
  const [change] = changesOf(types(60, limits, true), types(110, limits.with(2, '35')));
  expect(change?.row).toBe('Table 5, identifier2 of the part, Limit');
});

test('heads that are repeated where a page or column begins are no changes', () => {
  const rows = Array.from({ length: 70 }, (_, at) => [
    `M${at}`,
    `class ${at % 7}`,
    `${at * 3 + 5}`,
  ]);
  const long = (all: readonly string[][]): (string | Table)[] => [
    'Table 6 – Torques',
    { widths: [60, 70, 80], rows: [['Size', 'Class', 'Torque (Nm)'], ...all] },
  ];
  const layouts = {
    from: { repeatsHead: true, pageHeight: 700 },
    to: { columns: 2, lineWidth: 220, pageHeight: 640, repeatsHead: true },
  } as const;
  expect(changesOf(long(rows), long(rows), layouts)).toEqual([]);
  const other = rows.with(50, ['M50', 'class 1', '200']);
  expect(changesOf(long(rows), long(other), layouts).map(inWords)).toEqual([
    'limit (+29 %) in Table 6, M50, Torque: [-155-] [+200+] Nm',
  ]);
});

test('a row that goes on on the next page is one row, also below a repeated head', () => {
  const values = Array.from({ length: 24 }, (_, at) => `${at * 3 + 5} mm`);
  for (const pageHeight of [740, 752, 764]) {
    const layouts = {
      from: { breaksRows: true, pageHeight, repeatsHead: true },
      to: { pageHeight: 690 },
    } as const;
    expect(changesOf(types(60, values), types(110, values), layouts)).toEqual([]);
    const found = changesOf(types(60, values), types(110, values.with(11, '99 mm')), layouts);
    expect(found.map(({ from_text, to_text }) => [from_text, to_text])).toEqual([['38', '99']]);
  }
});

test('values below each other in a narrow cell are not one value', () => {
  const stacked = (value: string): (string | Table)[] => [
    'Table 7 – Steps',
    {
      widths: [60, 60, 60],
      rows: [
        ['Step', 'Values', 'Result'],
        ['first', value, 'good'],
        ['second', 'from 20', '1020'],
      ],
    },
  ];
  const found = changesOf(stacked('10 20'), stacked('1020'));
  expect(found.map(({ from_text, to_text }) => [from_text, to_text])).toEqual([['10 20', '1020']]);
});

test('a change never crosses a heading, a caption or a row', () => {
  const torques = (rows: readonly string[][], behind: readonly string[]): (string | Table)[] => [
    'Table 3 – Torques',
    { widths: [80, 80, 80], rows: [['Size', 'Class', 'Torque (Nm)'], ...rows] },
    ...behind,
  ];
  const rows = [
    ['M8', '8.8', '25'],
    ['M10', '8.8', '49'],
  ];
  const found = changesOf(
    torques(rows, ['Figure 1 – Places of measurement', 'It is 3.6 mm away.', '2.1 Old rules']),
    torques([...rows, ['M18', '8.8', '275']], ['It is 4.2 mm away.', '2.2 New duties']),
  );
  expect(found.map(({ from_text, to_text }) => `${from_text} → ${to_text}`)).toEqual([
    'Figure 1 – Places of measurement → ',
    ' → M18 8.8 275',
    '3.6 → 4.2',
    '2.1 Old rules → 2.2 New duties',
  ]);
  const replaced = changesOf(
    ['Figure 1 – Places of measurement 3.6', prose('behind', 20)],
    [
      {
        widths: [80, 80, 80],
        rows: [
          ['M16', '8.8', '210'],
          ['M18', '8.8', '275'],
        ],
      },
      prose('behind', 20),
    ],
  );
  expect(replaced.map(({ kind }) => kind).toSorted()).toEqual(['deleted', 'inserted']);
});
