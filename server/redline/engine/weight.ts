import type { RedlineChange } from '#contract/redline.ts';
import type { Shapes } from '../../references/shapes.ts';
import { type CitedEditions, citedIn, referenceEffect } from './cited.ts';
import { type CoverEffect, coverEffect } from './cover.ts';
import type { Heading } from './clauses.ts';
import { textOf, tokensAt } from './lines.ts';
import { hasModal, isObligation, isTurning, mayBeModal, obligationEffect } from './obligations.ts';
import type { Gap, RedlineToken, TokenSides } from './tokens.ts';
import { unitAt } from './units.ts';
import {
  bare,
  boundOf,
  growthBetween,
  hasLimit,
  isNaming,
  type MeasuredValue,
  valueAt,
} from './values.ts';

export type Weighed = Pick<RedlineChange, 'weight' | 'effect' | 'percent' | 'difference'>;

type Range = { first: number; end: number };

/** The words of a change on both sides, and the sentences or rows they are in. */
type Edit = {
  sides: TokenSides;
  gaps: readonly Gap[];
  words: { a: readonly number[]; b: readonly number[] };
  units: { a: Range; b: Range };
  /** 1 where a sentence or row begins. */
  starts: { a: Uint8Array; b: Uint8Array };
  /** Whole sentences, items or rows came or went. */
  isWhole: boolean;
  isRow: boolean;
  /** The heading of the column, for a cell of a table, and the unit that is not in the cell. */
  column: string;
  unit: string | null;
  headings: { a: readonly Heading[]; b: readonly Heading[] };
  clause: string | null;
  /** Whether a number names a clause of the text itself. */
  isOwnClause: (side: 'a' | 'b', at: number) => boolean;
};

/** What a change is: the first of limit, obligation, reference, requirement, text and editorial that it touches. */
export function weigh(edit: Edit, shapes: Shapes): Weighed {
  const cover = coverOf(edit);
  if (cover === 'history') return { ...nothing, weight: 'cover', effect: cover };
  const changed = (side: 'a' | 'b') => tokensAt(edit.sides[side], edit.words[side]);
  const words = { a: changed('a'), b: changed('b') };
  const texts = { a: unitText(edit, 'a'), b: unitText(edit, 'b') };
  const cited = citedOf(edit, words, shapes);
  const limit = limitOf(edit, cited, texts);
  if (cover !== null && !(limit?.hasUnit ?? false)) {
    return { ...nothing, weight: 'cover', effect: cover };
  }
  if (limit !== null) {
    const { hasUnit: _, ...said } = limit;
    return { weight: 'limit', ...said };
  }
  const effect = mayBeModal(textOf([...words.a, ...words.b]))
    ? obligationEffect(texts.a, texts.b)
    : null;
  const isTurned =
    !edit.isWhole && [...words.a, ...words.b].some(({ text }) => isTurning(bare(text)));
  // `not` in a plain sentence says the opposite, but demands nothing.
  const isDemand = isTurned && (hasModal(texts.a) || hasModal(texts.b));
  if (effect !== null || isDemand) return { ...nothing, weight: 'obligation', effect };
  const reference = referenceEffect(cited.a, cited.b);
  if (reference !== null) return { ...nothing, weight: 'reference', effect: reference };
  if (spelling(words.a) === spelling(words.b)) return { ...nothing, weight: 'editorial' };
  const isRequirement = hasModal(texts.a) || hasModal(texts.b);
  return { ...nothing, weight: isRequirement ? 'requirement' : 'text' };
}

export const nothing = { effect: null, percent: null } as const;

/** The sentence on this side, or only what came or went where that is whole sentences. */
function unitText(edit: Edit, side: 'a' | 'b'): string {
  return textOf(
    edit.isWhole ? tokensAt(edit.sides[side], edit.words[side]) : unitTokens(edit, side),
  );
}

/** The sentences of the changed words, without others between them: what is there may have moved. */
function unitTokens({ sides, words, units, starts }: Edit, side: 'a' | 'b'): RedlineToken[] {
  const all = sides[side];
  if (words[side].length === 0) return all.slice(units[side].first, units[side].end);
  const tokens: RedlineToken[] = [];
  let done = 0;
  for (const at of words[side]) {
    if (at < done) continue;
    const { first, end } = unitAt(starts[side], at);
    tokens.push(...all.slice(Math.max(first, done), end));
    done = end;
  }
  return tokens;
}

function coverOf({ sides, words, units, headings, clause }: Edit): CoverEffect | null {
  const effects = (['a', 'b'] as const)
    .filter((side) => words[side].length > 0)
    .map((side) =>
      coverEffect({
        tokens: sides[side],
        headings: headings[side],
        at: words[side],
        unit: units[side],
        clause,
      }),
    );
  return effects.includes(null) ? null : (effects.at(-1) ?? null);
}

function citedOf(
  edit: Edit,
  words: { a: RedlineToken[]; b: RedlineToken[] },
  shapes: Shapes,
): { a: CitedEditions; b: CitedEditions } {
  const none: CitedEditions = { numbers: new Map(), words: new Set() };
  if (![...words.a, ...words.b].some(({ key }) => /[\d\p{Lu}]/u.test(key))) {
    return { a: none, b: none };
  }
  const cited = (side: 'a' | 'b') =>
    edit.isWhole && words[side].length === 0 ? none : citedIn(unitTokens(edit, side), shapes);
  return { a: cited('a'), b: cited('b') };
}

type Limit = Omit<Weighed, 'weight'> & { hasUnit: boolean };
type PlacedValue = MeasuredValue & { at: number };

function limitOf(
  edit: Edit,
  cited: { a: CitedEditions; b: CitedEditions },
  texts: { a: string; b: string },
): Limit | null {
  const values = { a: valuesOf(edit, 'a', cited.a), b: valuesOf(edit, 'b', cited.b) };
  const [gone, come] = [without(values.a, values.b), without(values.b, values.a)];
  const some = [...gone, ...come];
  const hasUnit = some.some(({ unit }) => unit !== null);
  if (edit.isWhole) return wholeLimit(edit, some, texts, hasUnit);
  const isOtherBound =
    some.length === 0 && (boundsDiffer(edit) || isWrittenOut(edit) || signDiffers(edit));
  if (some.length === 0 && !isOtherBound) return null;
  const [older, newer] = [gone[0], come[0]];
  const isPair = gone.length === 1 && come.length === 1;
  if (!isPair || older === undefined || newer === undefined) {
    if (isOtherBound || (older !== undefined && newer !== undefined))
      return { ...nothing, hasUnit };
    // A number alone that came or went, such as in an example, is no limit.
    const isLimit = some.some(({ unit, isDecimal }) => unit !== null || isDecimal) || edit.isRow;
    if (!isLimit && !boundsDiffer(edit)) return null;
    return { effect: newer === undefined ? 'dropped' : 'new', percent: null, hasUnit };
  }
  const effect = directionOf(edit, older, newer);
  const unit = older.unit ?? edit.unit;
  const isAmount = unit !== null || effect !== null || isCount(edit, older, newer);
  const growth = isAmount ? growthBetween(older, newer, unit) : nothing;
  return { ...growth, effect, hasUnit };
}

const grade =
  /class|grade|type|code|level|category|number|size|klasse|güte|stufe|kategorie|typ|nummer|größe|classe|qualité|niveau|taille|clase|grado|nivel|[級级类]/iu;

/** Whole numbers below a heading. Of a grade such as 8.8 or M8 a percentage says nothing. */
function isCount({ sides, column }: Edit, older: PlacedValue, newer: PlacedValue): boolean {
  if (column === '' || grade.test(column) || isNaming(column)) return false;
  return [sides.a[older.at], sides.b[newer.at]].every((token) => /^\d+$/.test(token?.text ?? ''));
}

/** Whole sentences with a value; one that demands something is a limit if it says so. */
function wholeLimit(
  { isRow, words }: Edit,
  values: readonly MeasuredValue[],
  texts: { a: string; b: string },
  hasUnit: boolean,
): Limit | null {
  const text = texts.a + texts.b;
  const isValue =
    hasUnit || values.some(({ isDecimal }) => isDecimal) || (isRow && values.length > 0);
  if (!isValue || (isObligation(text) && !hasLimit(text))) return null;
  const [isGone, isCome] = [words.a.length > 0, words.b.length > 0];
  const effect = isGone && isCome ? null : isCome ? 'new' : 'dropped';
  return { effect, percent: null, hasUnit };
}

function valuesOf(edit: Edit, side: 'a' | 'b', cited: CitedEditions): PlacedValue[] {
  const { sides, words } = edit;
  const all = sides[side];
  return words[side].flatMap((at) => {
    const token = all[at];
    if (token === undefined || cited.words.has(token) || edit.isOwnClause(side, at)) return [];
    const value = valueAt(all, at) ?? unitAfterValue(all, at);
    return value === null ? [] : [{ ...value, at }];
  });
}

/** Another unit after the same number is another value. */
function unitAfterValue(tokens: readonly RedlineToken[], at: number): MeasuredValue | null {
  const before = valueAt(tokens, at - 1);
  const isUnit = before !== null && before.unit === bare(tokens[at]?.text ?? '');
  return isUnit ? { ...before, amount: null } : null;
}

/** Those that the other side does not have: `5 mm` may have moved within its sentence. */
function without(some: readonly PlacedValue[], others: readonly PlacedValue[]): PlacedValue[] {
  const left = [...others];
  return some.filter((one) => {
    const at = left.findIndex(
      (other) => other.amount !== null && other.amount === one.amount && other.unit === one.unit,
    );
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Whether a word of the change makes a number beside it another limit: `at least 5` for `at most 5`. */
function boundsDiffer({ sides, words }: Edit): boolean {
  return (['a', 'b'] as const).some((side) => {
    const all = sides[side];
    return words[side].some((at) => {
      if (!hasLimit(all[at]?.text ?? '')) return false;
      return [-3, -2, -1, 0, 1, 2, 3].some((by) => valueAt(all, at + by) !== null);
    });
  });
}

/** A sign apart from its number came or went: `– 5 °C`. Behind a number it is a range. */
function signDiffers({ sides, words }: Edit): boolean {
  return (['a', 'b'] as const).some((side) =>
    words[side].some((at) => {
      const all = sides[side];
      const isSign = /^[+−–-]$/u.test(all[at]?.text ?? '');
      return isSign && valueAt(all, at + 1) !== null && valueAt(all, at - 1) === null;
    }),
  );
}

/** Chinese and Japanese numerals alone were replaced by others. */
function isWrittenOut({ sides, words }: Edit): boolean {
  return (['a', 'b'] as const).every(
    (side) =>
      words[side].length > 0 &&
      words[side].every((at) =>
        /^[〇一二三四五六七八九十百千万]$/u.test(sides[side][at]?.text ?? ''),
      ),
  );
}

function directionOf(
  edit: Edit,
  older: PlacedValue,
  newer: PlacedValue,
): 'stricter' | 'looser' | null {
  if (older.amount === null || newer.amount === null || older.unit !== newer.unit) return null;
  if (older.isAmbiguous !== newer.isAmbiguous) return null;
  const [was, is] = [boundAt(edit, 'a', older.at), boundAt(edit, 'b', newer.at)];
  if (is === null || was !== is || older.amount === newer.amount) return null;
  const isLess = newer.amount < older.amount;
  return (is === 'upper') === isLess ? 'stricter' : 'looser';
}

function boundAt({ sides, units, column, isRow }: Edit, side: 'a' | 'b', at: number) {
  const all = sides[side];
  const before = textOf(all.slice(units[side].first, at));
  const sign = /^[≤≥<>]/u.exec(all[at]?.text ?? '')?.[0] ?? '';
  if (isRow && sign === '') return boundOf(`${column} `, '');
  return boundOf(`${before} ${sign}`, textOf(all.slice(at, units[side].end)));
}

/** The same for spellings of one word. Accents and double letters are part of a word: `fordern` is not `fördern`. */
function spelling(tokens: readonly RedlineToken[]): string {
  return plain(tokens.map(({ key }) => ({ key: spelled(key.toLowerCase()) })));
}

function spelled(word: string): string {
  return word
    .replace(/(?<=\p{L}{2})ise(?=[ds]?\P{L}*$)|(?<=\p{L}{2})is(?=ing|ation)/u, (end) =>
      end.replace('s', 'z'),
    )
    .replace('yse', 'yze')
    .replace(/(?<=\p{L}{3})our(?!\p{L})/u, 'or')
    .replace(/(?<=\p{L}{2}[tb])re(?!\p{L})/u, 'er')
    .replace(/(?<=e)ll(?=ed|ing|er)/, 'l')
    .replace('sulph', 'sulf')
    .replace(/^(da|mu|bewu|gemä|grö|schlu|flu|mi)ß/u, '$1ss');
}

/** Without case and punctuation; what is part of a number stays, also its sign. */
function plain(tokens: readonly { key: string }[]): string {
  return tokens
    .map(({ key }) => key)
    .join(' ')
    .toLowerCase()
    .replace(
      /(?<!\d)(?!(?<!\S)-\d)[^\p{L}\p{N}\p{M}\p{Sc}\p{Sm}%‰°/]|[^\p{L}\p{N}\p{M}\p{Sc}\p{Sm}%‰°/](?!\d)/gu,
      '',
    );
}
