import {
  connector,
  digits,
  half,
  ideograph,
  kindOf,
  kindsOfUnits,
  sign,
  space,
  within,
  wordUnits,
} from './letters.ts';

/** A run of letters and digits, or of ideographs. */
export type Piece = {
  start: number;
  end: number;
  /** What is in it: bits of letters.ts. */
  kinds: number;
  /** What is between the run before and this: a connector, space (with a dash perhaps), or more. */
  after: 'connector' | 'space' | 'more';
};

/** The runs of a text, in their order. */
export function piecesOf(text: string): Piece[] {
  const table = kindsOfUnits();
  const pieces: Piece[] = [];
  let gap = { after: 'more' as Piece['after'], units: 0 };
  for (let at = 0; at < text.length;) {
    const kind = kindAt(text, at, table);
    if ((kind & (wordUnits | ideograph)) === 0 || (kind === within && gap.units > 0)) {
      gap = gapWith(gap, kind, text, at);
      at++;
      continue;
    }
    const piece = pieceAt(text, at, kind, gap.after, table);
    pieces.push(piece);
    at = piece.end;
    gap = { after: 'more', units: 0 }; // when an ideograph follows a letter with nothing between
  }
  return pieces;
}

function kindAt(text: string, at: number, table: Uint16Array): number {
  const kind = table[text.charCodeAt(at)] ?? sign;
  return kind === half ? kindOfHalf(text, at) : kind;
}

/** The second half of a character is what its first is; a half alone is nothing. */
function kindOfHalf(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const first = unit >= 0xdc00 ? at - 1 : at;
  const character = String.fromCodePoint(text.codePointAt(first) ?? 0);
  return character.length === 2 ? kindOf(character) : sign;
}

function pieceAt(
  text: string,
  start: number,
  first: number,
  after: Piece['after'],
  table: Uint16Array,
): Piece {
  const own = first === ideograph ? ideograph | within : wordUnits;
  let kinds = 0;
  let end = start;
  for (let kind = first; ; kind = kindAt(text, end, table)) {
    // The point of `8.8` and the comma of `0,25` are within.
    const isOwn = (kind & own) !== 0 || (kind === connector && isDecimal(text, end, table));
    if (!isOwn) break;
    if (kind !== connector) kinds |= kind;
    if (++end >= text.length) break;
  }
  return { start, end, kinds, after };
}

function isDecimal(text: string, at: number, table: Uint16Array): boolean {
  const unit = text.charCodeAt(at);
  if (unit !== 0x2e && unit !== 0x2c) return false;
  const before = table[text.charCodeAt(at - 1)] ?? sign;
  const next = table[text.charCodeAt(at + 1)] ?? sign; // none at the end
  return (before & digits) !== 0 && (next & digits) !== 0;
}

type Gap = { after: Piece['after']; units: number };

/** `Fe//Zn8`, `02091 - C`, and a line's end with spaces around; but not `1. Scope` or `12, 13`. */
function gapWith(gap: Gap, kind: number, text: string, at: number): Gap {
  const units = gap.units + 1;
  if (units > 3 || (kind !== connector && kind !== space)) return { after: 'more', units };
  if (gap.units === 0) return { after: kind === connector ? 'connector' : 'space', units };
  const isAfterSign = kind === space && gap.after === 'connector' && !isDash(text, at - 1);
  const isBeforeSign = kind === connector && gap.after === 'space' && !isDash(text, at);
  if (gap.after === 'more' || isAfterSign || isBeforeSign) return { after: 'more', units };
  return { after: kind === space ? 'space' : gap.after, units };
}

function isDash(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 0x2d || unit === 0x2f || (unit >= 0x2010 && unit <= 0x2013);
}
