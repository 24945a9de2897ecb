import type { ContextPiece } from '#contract/redline.ts';
import { blankBetween, textOf, tokensAt } from './lines.ts';
import type { Cell, HeadedColumn, TableRow, Tables } from './tables.ts';
import type { Gap, RedlineToken, TokenSides } from './tokens.ts';

/** More equal words in a row are shortened. */
const mostWords = 24;
const longestText = 1500;

type Words = { a: readonly number[]; b: readonly number[] };
type Edited = {
  sides: TokenSides;
  gaps: readonly Gap[];
  words: Words;
  /** The sentence that is shown: of the newer text, or of the older one where all was deleted. */
  unit: { first: number; end: number };
};

/** What was deleted and inserted, without a sentence around it. */
export function wordsAlone({ sides, words }: Omit<Edited, 'unit' | 'gaps'>): ContextPiece[] {
  return joined([
    { kind: 'deleted', text: textOf(tokensAt(sides.a, words.a)) },
    { kind: 'inserted', text: textOf(tokensAt(sides.b, words.b)) },
  ]);
}

/** The sentence with what was deleted and inserted in it. */
export function sentenceOf(edited: Edited): ContextPiece[] {
  return joined(piecesOf(edited));
}

function piecesOf({ sides, gaps, words, unit }: Edited): ContextPiece[] {
  const side = words.b.length > 0 ? 'b' : 'a';
  const isChanged = { a: new Set(words.a), b: new Set(words.b) };
  const pieces: ContextPiece[] = [];
  let at = unit.first;
  for (const gap of gaps) {
    pieces.push(same(sides[side], at, gap[side], pieces.length > 0, true));
    pieces.push({ kind: 'deleted', text: textIn(sides.a, gap.a, gap.aEnd, isChanged.a) });
    pieces.push({ kind: 'inserted', text: textIn(sides.b, gap.b, gap.bEnd, isChanged.b) });
    at = side === 'b' ? gap.bEnd : gap.aEnd;
  }
  pieces.push(same(sides[side], at, unit.end, true, false));
  return pieces;
}

function same(
  tokens: readonly RedlineToken[],
  from: number,
  to: number,
  hasBefore: boolean,
  hasAfter: boolean,
): ContextPiece {
  const words = tokens.slice(from, Math.max(from, to));
  if (words.length <= mostWords) return { kind: 'same', text: textOf(words) };
  const some = hasBefore && hasAfter ? mostWords / 3 : (mostWords * 2) / 3;
  const head = hasBefore ? `${textOf(words.slice(0, some))} ` : '';
  const tail = hasAfter ? ` ${textOf(words.slice(-some))}` : '';
  return { kind: 'same', text: `${head}…${tail}` };
}

function textIn(
  tokens: readonly RedlineToken[],
  from: number,
  to: number,
  isChanged: ReadonlySet<number>,
): string {
  return textOf(tokens.slice(from, to).filter((_, at) => isChanged.has(from + at)));
}

/** A changed cell, with the differing words in it; the first names its row. */
export type CellEdit = { gap: Gap; cell: Cell; column: HeadedColumn; isFirst: boolean };

/** The changed cells of a row with their columns; null unless each is certain. */
export function cellsOf(gaps: readonly Gap[], tables: { a: Tables; b: Tables }): CellEdit[] | null {
  const older = tables.a.tableOf(gaps[0]?.a ?? 0);
  const newer = tables.b.tableOf(gaps[0]?.b ?? 0);
  if (older === null || newer === null) return null;
  const cells: CellEdit[] = [];
  for (const gap of gaps) {
    const from = cellsIn(older, gap.a, gap.aEnd);
    const to = cellsIn(newer, gap.b, gap.bEnd);
    const isWithin = gap.aEnd <= older.end && gap.bEnd <= newer.end;
    if (!isWithin || to.length === 0 || from.length !== to.length) return null;
    for (const [at, cell] of to.entries()) {
      const other = from[at] ?? cell;
      const column = tables.b.column(newer, cell);
      const isFirst = cell === newer.cells[0];
      if (column === null || isFirst !== (other === older.cells[0])) return null;
      if (tables.a.column(older, other)?.name !== column.name) return null;
      const [a, aEnd] = [Math.max(gap.a, other.at), Math.min(gap.aEnd, other.end)];
      const [b, bEnd] = [Math.max(gap.b, cell.at), Math.min(gap.bEnd, cell.end)];
      cells.push({ gap: { a, aEnd, b, bEnd }, cell, column, isFirst });
    }
  }
  // The whole row is shown where its name and other cells changed.
  return cells.length > 1 && cells.some(({ isFirst }) => isFirst) ? null : cells;
}

const cellsIn = ({ cells }: TableRow, first: number, end: number) =>
  cells.filter((cell) => cell.at < end && cell.end > first);

/** `47 49 Nm` */
export function cellPieces(
  { gap, cell, column }: CellEdit,
  edited: Pick<Edited, 'sides' | 'words'>,
): ContextPiece[] {
  const pieces = piecesOf({ ...edited, gaps: [gap], unit: { first: cell.at, end: cell.end } });
  return joined([...pieces, { kind: 'same', text: column.unit ?? '' }]);
}

/** Without empty pieces, shortened, with blanks between them. */
function joined(pieces: readonly ContextPiece[]): ContextPiece[] {
  const all: ContextPiece[] = [];
  for (const piece of withoutCommonEnds(pieces)) {
    const text = shortened(piece.text);
    const last = all.at(-1);
    if (text === '') continue;
    const blank =
      last === undefined || /^[)\].,;:!?]+(?:\s|$)/u.test(text) || /[([]$/u.test(last.text)
        ? ''
        : blankBetween(last.text, text);
    if (last?.kind === piece.kind) last.text += blank + text;
    else if (last?.kind === 'same') {
      last.text += blank;
      all.push({ kind: piece.kind, text });
    } else if (piece.kind === 'same') all.push({ kind: 'same', text: blank + text });
    else {
      if (blank !== '') all.push({ kind: 'same', text: blank });
      all.push({ kind: piece.kind, text });
    }
  }
  return all;
}

/** `2,` and `2.5,` differ in `2` and `2.5`. */
function withoutCommonEnds(pieces: readonly ContextPiece[]): ContextPiece[] {
  const result: ContextPiece[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const [gone, come, after] = [pieces[at], pieces[at + 1], pieces[at + 2]];
    if (gone === undefined) continue;
    if (gone.kind !== 'deleted' || come?.kind !== 'inserted') {
      result.push(gone);
      continue;
    }
    const end = /[)\].,;:!?]+$/u.exec(gone.text)?.[0] ?? '';
    const isCommon =
      end !== '' && come.text.endsWith(end) && gone.text !== end && come.text !== end;
    if (!isCommon) {
      result.push(gone, come);
      at += 1;
      continue;
    }
    result.push({ kind: 'deleted', text: gone.text.slice(0, -end.length) });
    result.push({ kind: 'inserted', text: come.text.slice(0, -end.length) });
    const rest = after?.kind === 'same' ? after.text : '';
    result.push({ kind: 'same', text: rest === '' ? end : `${end} ${rest}` });
    at += after?.kind === 'same' ? 2 : 1;
  }
  return result;
}

export function shortened(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText).toWellFormed()} …`;
}
