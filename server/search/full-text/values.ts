import { type Unit, unitsNamed } from '../../units/units.ts';

// Values with a unit, such as `≥ 720 h`, `0,5 mm` or `20 to 30 N·m`, are found by what they say: each is a term in base
// units, so that `720 hours` finds `720 h`, and a search for more than 500 h finds both.

/** What the text says of a value: at least it, at most it, or just it. */
type Bound = '>' | '<' | '=';

/** A value in a text or a query, as terms; and where it is. */
export type Value = { kind: string; bound: Bound; numbers: number[]; start: number; end: number };

/** A value as the index has it, such as `%time>2592000`. */
export function valueKeys({ kind, bound, numbers }: Value): string[] {
  return numbers.map((number) => `%${kind}${bound}${number}`);
}

export function isValueKey(key: string): boolean {
  return key.startsWith('%');
}

/** The parts of a value's key. */
export function readValueKey(key: string): { kind: string; bound: Bound; number: number } | null {
  const parts = /^%([a-z]+)([<>=])(.+)$/.exec(key);
  if (parts === null) return null;
  return { kind: parts[1] ?? '', bound: parts[2] as Bound, number: Number(parts[3]) };
}

const number = String.raw`\d{1,9}(?:[.,]\d{1,9})?`;
// A minus only where nothing is before it, as in `−40 °C`; `20-30` is a range.
const value = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?<![\p{L}\p{N}][-−–/])(?<minus>[-−–])?(?<first>${number})` +
    String.raw`(?:[ \u00a0]{0,2}(?:-|−|–|…|\.\.\.?|to|bis|and|und)[ \u00a0]{0,2}(?<second>[-−]?${number}))?`,
  'gu',
);
const unitAfter =
  /[ \u00a0\u202f-]?(°[ \u00a0]?[CFK]|1\/min|[%‰°℃℉]|[\p{L}µΩ][\p{L}µΩ·⋅*/²³]{0,13}[23]?)(?![\p{L}\p{N}])/uy;
export const boundBefore =
  /(?:(?<least>[≥>⩾]=?|=>|min\.?|minimum|mindestens|at least|not less than|mind\.)|(?<most>[≤<⩽]=?|=<|max\.?|maximum|höchstens|hoechstens|maximal|at most|not more than|up to))[ \u00a0]{0,2}$/iu;
const lettersBefore = 16;

/** The values with a unit in a text. */
export function valuesIn(text: string, { anyCase = false } = {}): Value[] {
  const values: Value[] = [];
  for (const match of text.matchAll(value)) {
    const after = match.index + match[0].length;
    unitAfter.lastIndex = after;
    const written = unitAfter.exec(text)?.[1];
    if (written === undefined) continue;
    const { minus = '', first = '', second } = match.groups ?? {};
    for (const unit of unitsNamed(written, { anyCase })) {
      const numbers = [
        ...readings(minus + first),
        ...(second === undefined ? [] : readings(second)),
      ];
      values.push({
        kind: unit.kind,
        bound: boundOf(text.slice(Math.max(0, match.index - lettersBefore), match.index)),
        numbers: [...new Set(numbers.map((one) => inBase(one, unit)))],
        start: match.index,
        end: unitAfter.lastIndex,
      });
    }
  }
  return values;
}

const unitOfColumn = /(?:\b(?:in|after|nach) |[[(])([^\s\])]{1,8})(?=[\])\s,;]|$)/gu;
const isCaption = /^\s*tab(?:le|elle|\.)/iu;
const cell = String.raw`(?:[±≤≥<>] ?)?${number}(?:(?: (?:to|bis) |[-–])${number})?|[-–]`;
const cellsAtEnd = new RegExp(String.raw`(?<![^ ])(?:(?:${cell})(?: |$))+$`, 'u');
const mostLettersOfRow = 200;
const mostLettersOfHead = 60;
const mostLinesOfHead = 10;

/** The values of tables whose unit is in the caption or in the head of a column: `Torque in Nm` above `40`. */
export function valuesInTables(text: string): Value[] {
  const values: Value[] = [];
  let caption: Unit[] = [];
  let columns: Unit[] = [];
  let head: string[] = [];
  let hasCaption = false;
  let sinceRow = Infinity;
  let at = 0;
  for (const line of text.split('\n')) {
    const found = valuesOfRow(line, at, caption, columns);
    at += line.length + 1;
    if (found !== null) {
      values.push(...found);
      sinceRow = 0;
    } else if (isOfTable(line) && sinceRow < 2 && !isCaption.test(line) && !hasUnit(line)) {
      sinceRow++; // the text of a row has several lines
    } else if (isCaption.test(line)) {
      [caption, head, hasCaption, sinceRow] = [unitsIn(line).slice(0, 1), [], true, Infinity];
      columns = [];
    } else {
      const goesOn: boolean = isOfTable(line) && hasCaption && sinceRow === Infinity;
      if (sinceRow < Infinity) caption = [];
      hasCaption = goesOn && head.length < mostLinesOfHead;
      head = hasCaption ? [...head, line] : [line];
      columns = unitsIn(head.join(' '));
      sinceRow = Infinity;
    }
  }
  return values;
}

function isOfTable(line: string): boolean {
  return line.length <= mostLettersOfHead && !/[.:;]\s*$/.test(line);
}

function hasUnit(line: string): boolean {
  return unitsIn(line).length > 0;
}

function unitsIn(text: string): Unit[] {
  return [...text.matchAll(unitOfColumn)].flatMap(([, name = '']) => unitsNamed(name).slice(0, 1));
}

/** Null for a line that is no row. A unit for each cell; or the last cells have units of their own, and the others that of the caption. */
function valuesOfRow(line: string, at: number, caption: Unit[], columns: Unit[]): Value[] | null {
  if (caption.length + columns.length === 0 || line.length > mostLettersOfRow) return null;
  const row = cellsAtEnd.exec(line.trimEnd());
  if (row === null) return null;
  const cells = [...row[0].matchAll(new RegExp(cell, 'gu'))];
  const words = line.slice(0, row.index).trim().split(' ');
  // `Page 2 of 5` is no row.
  if (words.length > 2 && cells.length < 2) return null;
  const without = cells.length - columns.length;
  if (without < 0 || (without > 0 && caption.length === 0)) return [];
  return cells.flatMap(({ 0: written, index }, place) => {
    const unit = place < without ? caption[0] : columns[place - without];
    const start = at + row.index + index;
    if (unit === undefined) return [];
    const numbers = [...written.matchAll(new RegExp(number, 'gu'))]
      .flatMap(([one]) => readings(one))
      .map((one) => inBase(one, unit));
    const bound = boundOf(written.replace(/[\d., ].*$/u, ''));
    return [{ kind: unit.kind, bound, numbers, start, end: start + written.length }];
  });
}

function boundOf(before: string): Bound {
  const { least, most } = boundBefore.exec(before)?.groups ?? {};
  return least !== undefined ? '>' : most !== undefined ? '<' : '=';
}

/** `1,000` is a thousand in English and one in German: both are meant. */
function readings(written: string): number[] {
  const plain = written.replace(/[−–]/, '-');
  const decimal = Number(plain.replace(',', '.'));
  return /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(plain)
    ? [decimal, Number(plain.replace(/[.,]/, ''))]
    : [decimal];
}

function inBase(one: number, { factor, plus }: Unit): number {
  return Number((one * factor + plus).toPrecision(9));
}
