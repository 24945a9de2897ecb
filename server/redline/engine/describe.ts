import type { RedlineChange } from '#contract/redline.ts';
import type { Shapes } from '../../references/shapes.ts';
import type { Heading } from './clauses.ts';
import { type CellEdit, cellPieces, cellsOf, sentenceOf, wordsAlone } from './context.ts';
import { textOf, tokensAt } from './lines.ts';
import type { Numbering } from './numbering.ts';
import type { TableRow } from './tables.ts';
import type { Gap, RedlineToken, TokenSides } from './tokens.ts';
import { unitAt, type Units } from './units.ts';
import { isUnit } from './values.ts';
import { nothing, weigh, type Weighed } from './weight.ts';

/** Both texts, with what is known of them. */
export type ComparedTexts = {
  sides: TokenSides;
  units: { a: Units; b: Units };
  headings: { a: Heading[]; b: Heading[] };
  /** The words of the tables of contents that are titles in the text, too. */
  contents: ReadonlySet<RedlineToken>;
  shapes: Shapes;
  numbering: Numbering;
};

/** The words of one change; `a` and `b` are the first of each side. */
export type ChangePlace = {
  a: number;
  b: number;
  gaps: Gap[];
  words: { a: number[]; b: number[] };
  isMoved: boolean;
};

/** Fewer words that replace a whole sentence are an edit within it. */
const fewestWhole = 6;

type Described = Weighed & Pick<RedlineChange, 'row' | 'context'>;

/** What a change is, with its sentence or row. */
export function described(
  texts: ComparedTexts,
  { gaps, words, a, b }: ChangePlace,
  clause: string | null,
): Described {
  const { sides, units, headings, contents, shapes } = texts;
  const ranges = { a: unitRange(units.a, words.a, a), b: unitRange(units.b, words.b, b) };
  const isWhole =
    gaps.length === 1 &&
    isWholeUnits(units.a, words.a) &&
    isWholeUnits(units.b, words.b) &&
    (words.a.length === 0 ||
      words.b.length === 0 ||
      words.a.length + words.b.length >= 2 * fewestWhole);
  if (words.a.length === 0 && !isWhole) ranges.a = besideRange(units, 'a', a, words.b[0] ?? b);
  if (words.b.length === 0 && !isWhole) ranges.b = besideRange(units, 'b', b, words.a[0] ?? a);
  const shown = words.b.length > 0 ? 'b' : 'a';
  const { tables } = units[shown];
  const row = tables.tableOf(words[shown][0] ?? 0);
  const isInRow = row !== null && (words[shown].at(-1) ?? 0) < row.end;
  const edited = { sides, gaps, words };
  const isReplaced = words.b.length > 0 && words.a.length > 0;
  const cells =
    isInRow && isReplaced ? cellsOf(gaps, { a: units.a.tables, b: units.b.tables }) : null;
  const cell = cells?.length === 1 ? (cells[0] ?? null) : null;
  const weighed = weigh(
    {
      ...edited,
      units: ranges,
      starts: { a: units.a.starts, b: units.b.starts },
      isWhole,
      isRow: isInRow,
      column: cell?.column.name ?? '',
      unit: cell === null ? null : (cell.column.unit ?? unitBeside(sides[shown], row)),
      headings,
      clause,
      isOwnClause: (side, at) => texts.numbering.isOwnClause(side, at),
    },
    shapes,
  );
  // The heading itself has the change, too.
  const isContents = (['a', 'b'] as const).every((side) => {
    const own = tokensAt(sides[side], words[side]);
    const beside = isWhole ? [] : sides[side].slice(ranges[side].first, ranges[side].end);
    return (own.length > 0 ? own : beside).every((token) => contents.has(token));
  });
  const context =
    cell !== null
      ? cellPieces(cell, edited)
      : isWhole
        ? wordsAlone(edited)
        : sentenceOf({ ...edited, unit: ranges[shown] });
  const name = isInRow ? rowName(sides[shown], tables, row, isWhole ? null : cell) : null;
  return { ...(isContents ? { ...nothing, weight: 'editorial' } : weighed), row: name, context };
}

/** The units from the first of these words to the last. */
function unitRange({ starts }: Units, words: readonly number[], at: number) {
  const [first = at, last = at] = [words[0], words.at(-1)];
  return { first: unitAt(starts, first).first, end: unitAt(starts, last).end };
}

/** The unit of the side without words of the change: where they begin one on the other side, the next. */
function besideRange(units: { a: Units; b: Units }, side: 'a' | 'b', at: number, other: number) {
  const isBegin = units[side === 'a' ? 'b' : 'a'].starts[other] === 1;
  return unitAt(units[side].starts, isBegin ? at : Math.max(0, at - 1));
}

function isWholeUnits({ starts }: Units, words: readonly number[]): boolean {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return true;
  return starts[first] === 1 && (last + 1 >= starts.length || starts[last + 1] === 1);
}

/** The unit in a cell of its own. */
function unitBeside(tokens: readonly RedlineToken[], row: TableRow | null): string | null {
  const texts = row?.cells.map(({ at, end }) => textOf(tokens.slice(at, end))) ?? [];
  return texts.find(isUnit) ?? null;
}

/** `Table 3, M10, Torque`; without a certain cell only its caption. */
function rowName(
  tokens: readonly RedlineToken[],
  tables: Units['tables'],
  row: TableRow,
  cell: CellEdit | null,
): string | null {
  const [first] = row.cells;
  const name = cell?.isFirst === false ? textOf(tokens.slice(first?.at, first?.end)) : '';
  const parts = [tables.caption(row) ?? '', name, cell?.column.name ?? ''];
  return parts.filter((part) => part !== '').join(', ') || null;
}
