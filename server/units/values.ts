import { bounds, numberPattern, readingsOf, stepOf } from './numbers.ts';
import { type Unit, unitsNamed } from './units.ts';

// Values with a unit, such as `≥ 720 h`, `12.5 ± 0.1 mm` or `1/2 in`, as the search finds them: by what they say.

/** What the text says of a value: at least it, at most it, or just it. `isStrict`: more than it, less than it. */
export type BoundSign = '>' | '<' | '=';

/** A value in a text or a query, in base units; and where it is. The tolerance of `12.5 ± 0.1 mm` is no value. */
export type Value = {
  unit: Unit;
  bound: BoundSign;
  isStrict: boolean;
  numbers: number[];
  /** Half of the last digit that is written. */
  half: number;
  start: number;
  end: number;
};

const blank = '[ \\u00a0\\u202f]';
const range = `${blank}{0,2}(?:-|−|–|…|\\.\\.\\.?|to|bis|and|und|or|oder|à|x|×)${blank}{0,2}`;
const tolerance =
  `${blank}?(?:±|\\+/[-−–])${blank}?${numberPattern}` +
  `|${blank}?\\+${blank}?${numberPattern}${blank}?[/ ]${blank}?[-−–]${blank}?${numberPattern}`;
// A minus only where nothing is before it, as in `−40 °C`; `20-30` is a range. After `±` it is a tolerance.
const value = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?<![\p{L}\p{N})][-−–/])(?<![\p{N}\p{L}"″)%]${blank}?±${blank}?)(?<minus>[-−–])?(?<first>${numberPattern})` +
    `(?:(?:,${blank}(?=[^,\\n]{0,30}?${range}))(?<listed>${numberPattern}))*` +
    `(?:${range}(?<second>[-−+]?${numberPattern}))?(?:${tolerance})?\\)?`,
  'gu',
);
const single = String.raw`°[ \u00a0]?[CFK]|1\/min|[%‰°℃℉"″”]|[\p{L}µΩ][\p{L}µΩ·⋅*/²³]{0,13}[23]?`;
const spaced = String.raw`(?:k?N|kgf)[ \u00a0][cm]?m|(?:ft|in)[ \u00a0.-]lbf?|lbf?[ \u00a0.-](?:ft|in)`;
const unitAfter = new RegExp(`[ \\u00a0\\u202f-]?(${spaced}|${single})(?![\\p{L}\\p{N}])`, 'uy');
// `2 in total` is no length.
const afterInch =
  /^(?:\s*(?:$|[^\s\p{Ll}])|\s(?:thick|wide|long|deep|dia|high|max|min|or|and|to)\b)/u;
const lettersBefore = 16;

/** The values with a unit in a text. */
export function valuesIn(text: string, { anyCase = false } = {}): Value[] {
  const values: Value[] = [];
  for (const match of text.matchAll(value)) {
    const after = match.index + match[0].length;
    unitAfter.lastIndex = after;
    const written = unitAfter.exec(text)?.[1];
    if (written === undefined) continue;
    const end = unitAfter.lastIndex;
    const { minus = '', first = '', second = '' } = match.groups ?? {};
    if (written === 'in' && !isInch(first, text.slice(end, end + 8))) continue;
    if (/^["”]$/.test(written) && isQuoting(text, match.index)) continue;
    const before = text.slice(Math.max(0, match.index - lettersBefore), match.index);
    const numbers = [minus + first, ...listedIn(match[0], first), second]
      .filter(Boolean)
      .flatMap(readingsOf);
    const bound = bounds(before, text.slice(end, end + lettersBefore));
    for (const unit of unitsNamed(written, { anyCase })) {
      const inUnit = [...new Set(numbers.map((one) => inBase(one, unit)))];
      const half = (stepOf(first) / 2) * unit.factor;
      values.push({ unit, ...bound, numbers: inUnit, half, start: match.index, end });
    }
  }
  return values;
}

/** `24, 48 and 96 h`: those between the first and the last. */
function listedIn(written: string, first: string): string[] {
  const rest = written.slice(written.indexOf(first) + first.length);
  const listed = new RegExp(`^,${blank}(${numberPattern})`, 'u').exec(rest);
  if (listed === null) return [];
  return [listed[1] ?? '', ...listedIn(rest, listed[1] ?? '')];
}

function isInch(number: string, after: string): boolean {
  return /[/¼½¾⅛⅜⅝⅞]/.test(number) || afterInch.test(after);
}

/** Whether a quotation is open, which this mark ends. */
function isQuoting(text: string, at: number): boolean {
  const line = text.slice(Math.max(0, at - 80), at);
  return ((line.match(/["“„]/g)?.length ?? 0) & 1) === 1 && !/\d["”]/.test(line);
}

const unitOfColumn = /(?:\b(?:in|after|nach) |[[(/,])\s?([^\s\])]{1,8})(?=[\])\s,;]|$)/gu;
const isCaption = /^\s*tab(?:le|elle|\.)/iu;
const plain = String.raw`\d{1,9}(?:[.,]\d{1,9})?`;
const grouped = String.raw`(?:\d{1,3}(?: \d{3})+(?:[.,]\d{1,9})?|${plain})`;
const cellOf = (number: string, between = '') =>
  String.raw`(?:[±≤≥<>] ?)?${number}(?: \+ ${number}°|(?: (?:to|bis) |[-–]${between})${number})?|[-–]`;
const rowAtEnd = new RegExp(String.raw`(?<![^ ])(?:(?:${cellOf(plain)})(?: |$))+$`, 'u');
// `33 ± 8` may be one cell or two, as may `12 000`.
const waysOfCells = [
  cellOf(plain),
  cellOf(plain, '| ± '),
  cellOf(grouped),
  cellOf(grouped, '| ± '),
];
const cellsOf = waysOfCells.map((cell) => new RegExp(cell, 'gu'));
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
  const row = rowAtEnd.exec(line.trimEnd());
  if (row === null) return null;
  const ways = cellsOf.map((cell) => [...row[0].matchAll(cell)]);
  const found = ways.find(({ length }) => length === columns.length) ?? ways[0] ?? [];
  const words = line.slice(0, row.index).trim().split(' ');
  // `Page 2 of 5` is no row.
  if (words.length > 2 && found.length < 2) return null;
  const without = found.length - columns.length;
  if (without < 0 || (without > 0 && caption.length === 0)) return [];
  return found.flatMap(({ 0: written, index }, place) => {
    const unit = place < without ? caption[0] : columns[place - without];
    const start = at + row.index + index;
    if (unit === undefined) return [];
    const [, sign = '', numbers = ''] = /^([^\d]*)(.*?)(?: [±+].*)?$/u.exec(written) ?? [];
    if (numbers === '') return [];
    const inUnit = numbers
      .split(/ (?:to|bis) |[-–]/u)
      .flatMap(readingsOf)
      .map((one) => inBase(one, unit));
    const half = (stepOf(numbers) / 2) * unit.factor;
    return [
      { unit, ...bounds(sign, ''), numbers: inUnit, half, start, end: start + written.length },
    ];
  });
}

function inBase(one: number, { factor, plus }: Unit): number {
  return Number((one * factor + plus).toPrecision(9));
}
