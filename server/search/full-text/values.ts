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

const unitOfColumn = /(?:\bin |[[(])([^\s\])]{1,8})(?=[\])\s,;]|$)/gu;
const rowOfTable = /^(?:\S+ ){0,2}?(?<cells>(?:(?:[±≤≥<>] ?)?\d{1,9}(?:[.,]\d{1,9})?(?: |$))+)$/u;
const isCaption = /^\s*tab(?:le|elle|\.)/iu;

/** The values of tables whose unit is in the caption or in the head of a column: `Torque in Nm` above `40`. */
export function valuesInTables(text: string): Value[] {
  const values: Value[] = [];
  let caption: Unit[] = [];
  let columns: Unit[] = [];
  let isBegun = false;
  let at = 0;
  for (const line of text.split('\n')) {
    const row = rowOfTable.exec(line.trimEnd());
    if (row !== null) {
      values.push(...valuesOfRow(row, at, caption, columns));
    } else {
      if (isBegun) caption = []; // that table is over
      columns = unitsIn(line);
      if (isCaption.test(line)) [caption, columns] = [columns.slice(0, 1), []];
    }
    isBegun = row !== null;
    at += line.length + 1;
  }
  return values;
}

function unitsIn(line: string): Unit[] {
  return [...line.matchAll(unitOfColumn)].flatMap(([, name = '']) => unitsNamed(name).slice(0, 1));
}

/** A unit for each cell; or the last cells have units of their own, and the others that of the caption. */
function valuesOfRow(row: RegExpExecArray, at: number, caption: Unit[], columns: Unit[]): Value[] {
  const before = row[0].length - (row.groups?.['cells'] ?? '').length;
  const cells = [...row[0].slice(before).matchAll(/([±≤≥<>] ?)?([\d.,]+)/gu)];
  const without = cells.length - columns.length;
  if (without < 0 || (without > 0 && caption.length === 0)) return [];
  return cells.flatMap(({ 0: cell, 1: sign = '', 2: number = '', index }, place) => {
    const unit = place < without ? caption[0] : columns[place - without];
    const start = at + before + index;
    if (unit === undefined) return [];
    const numbers = readings(number).map((one) => inBase(one, unit));
    return [{ kind: unit.kind, bound: boundOf(sign), numbers, start, end: start + cell.length }];
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
