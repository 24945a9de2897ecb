import { commonPairs } from './myers.ts';
import type { Pair } from './shingles.ts';
import type { Gap, TokenSides } from './tokens.ts';
import { parts, type Units } from './units.ts';

type BothUnits = { a: Units; b: Units };
/** Words of one side between two walls. */
type Piece = { from: number; end: number; part: number };

/** Whether a heading, a caption or a row begins or ends before this word: no change crosses that. */
export function isWall({ breaks, parts }: Units, at: number): boolean {
  return breaks[at] === 1 && ((parts[at] ?? 0) !== 0 || (parts[at - 1] ?? 0) !== 0);
}

/** From there to here, both included. */
export function hasWall(units: Units, from: number, to: number): boolean {
  for (let at = from; at <= to; at++) if (isWall(units, at)) return true;
  return false;
}

/** Cuts a gap at the walls: a heading replaces a heading, a row one of the same name, and text text. */
export function cutAtWalls(sides: TokenSides, gap: Gap, units: BothUnits): Gap[] {
  const a = piecesOf(units.a, gap.a, gap.aEnd);
  const b = piecesOf(units.b, gap.b, gap.bEnd);
  if (a.length < 2 && b.length < 2 && a[0]?.part === b[0]?.part) return [gap];
  const isInOrder = rowsIn(a) === rowsIn(b);
  const names = new Map<string, number>();
  const numbersOf = (side: 'a' | 'b', pieces: readonly Piece[]) =>
    Int32Array.from(pieces, ({ from, part }) => {
      const row = part === parts.row && !isInOrder ? units[side].tables.tableOf(from) : null;
      const name = `${part} ${row === null ? '' : (sides[side][row.at]?.key ?? '')}`;
      const number = names.get(name) ?? names.size;
      names.set(name, number);
      return number;
    });
  const cut: Gap[] = [];
  let [atA, atB] = [0, 0];
  const alone = (endA: number, endB: number) => {
    const [startA, startB] = [a[endA]?.from ?? gap.aEnd, b[atB]?.from ?? gap.bEnd];
    for (const { from, end } of joined(a.slice(atA, endA)))
      cut.push({ a: from, aEnd: end, b: startB, bEnd: startB });
    for (const { from, end } of joined(b.slice(atB, endB)))
      cut.push({ a: startA, aEnd: startA, b: from, bEnd: end });
  };
  // What begins or ends within an item on both sides is in the same one.
  const first = isWall(units.a, gap.a) || isWall(units.b, gap.b) ? 0 : 1;
  const last = isWall(units.a, gap.aEnd) || isWall(units.b, gap.bEnd) ? 0 : 1;
  for (const pair of pairsOf(numbersOf('a', a), numbersOf('b', b), first, last)) {
    alone(pair.a, pair.b);
    const [older, newer] = [a[pair.a] as Piece, b[pair.b] as Piece];
    cut.push({ a: older.from, aEnd: older.end, b: newer.from, bEnd: newer.end });
    [atA, atB] = [pair.a + 1, pair.b + 1];
  }
  alone(a.length, b.length);
  return cut;
}

function piecesOf(units: Units, from: number, end: number): Piece[] {
  const pieces: Piece[] = [];
  for (let at = from; at < end; at++) {
    const last = pieces.at(-1);
    if (last === undefined || isWall(units, at))
      pieces.push({ from: at, end: at + 1, part: units.parts[at] ?? 0 });
    else last.end = at + 1;
  }
  return pieces;
}

const rowsIn = (pieces: readonly Piece[]) => pieces.filter(({ part }) => part === parts.row).length;

/** What only one side has: a clause with its heading, and rows below each other, are one change. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    const isClause = last?.part === parts.heading && piece.part === parts.text;
    const isTable = last?.part === parts.row && piece.part === parts.row;
    if (last !== undefined && (isClause || isTable)) last.end = piece.end;
    else all.push({ ...piece });
  }
  return all;
}

/** The pairs in order; the first and the last may be given. */
function pairsOf(a: Int32Array, b: Int32Array, first: number, last: number): Pair[] {
  const isShort = Math.min(a.length, b.length) < first + last;
  if (Math.min(a.length, b.length) === 0) return [];
  const [head, tail] = isShort ? [first, 0] : [first, last];
  const inner = commonPairs(a.subarray(head, a.length - tail), b.subarray(head, b.length - tail));
  return [
    ...(head === 1 ? [{ a: 0, b: 0 }] : []),
    ...inner.map((pair) => ({ a: pair.a + head, b: pair.b + head })),
    ...(tail === 1 ? [{ a: a.length - 1, b: b.length - 1 }] : []),
  ];
}
