import { mostQueryLetters } from '#contract/calls.ts';
import { codeKey } from '../folding.ts';
import { isFiller, isStopWord } from './stop-words.ts';
import { type Token, tokensOf } from './tokens.ts';
import { boundBefore } from '../../units/numbers.ts';
import { isExactBetween } from '../../units/units.ts';
import { type Value, valuesIn } from '../../units/values.ts';

/** A part of the query that has to be found (or, after a minus, must not be). */
export type Part = {
  /** As it was typed, without quotes, minus and asterisk. */
  written: string;
  isExcluded: boolean;
} & (
  | { what: 'word' | 'code'; key: string }
  | { what: 'prefix'; key: string }
  /** These keys in a row: what stood in quotes, or characters of Chinese, Japanese or Korean. */
  | { what: 'phrase'; keys: string[] }
  /** `02091-C-71`, `zinc-nickel`: together, or its parts. */
  | { what: 'joined'; key: string; isCode: boolean; parts: Part[] }
  /**
   * `720 h`, `>= 500 h`, `0.5..0.8 mm`: a value in these bounds; `isBound` if no text has it as it is written. `2k` may
   * be a code as well.
   */
  | { what: 'value'; ranges: ValueRange[]; isBound: boolean; code: string | null }
);

/** Values of a kind between two numbers; `without` those that are told as a bound the other way. */
export type ValueRange = {
  kind: string;
  least: number;
  most: number;
  /** The nearer to it the better. */
  near: number;
  without: '<' | '>' | '';
  isMeant: (found: { number: number; isStrict: boolean; unit: number; half: number }) => boolean;
};

export type Query = {
  parts: Part[];
  /** The whole query as the number of a document is looked up. */
  numberKey: string;
  /** How often each part was said. */
  times: ReadonlyMap<string, number>;
  /** How many parts were too many. */
  leftOut: number;
};

const mostParts = 60;

/**
 * What a query asks for: words, "phrases", beginnings with an asterisk, values with a unit, and what must not be there
 * with a minus. Everything else is plain text; nothing is an error.
 */
export function parseQuery(q: string): Query {
  const text = q.slice(0, mostQueryLetters).replace(typographicQuotes, '"').replace(adopted, '');
  const { values, rest } = valuesOf(text);
  const parts = [...rest.matchAll(chunk)].flatMap(({ groups = {} }) => partsOf(groups));
  const said = [...values, ...withoutStopWords(parts)];
  const all = eachOnce(said);
  const first = all.slice(0, mostParts);
  // Only exclusions ask for nothing: then the minus was meant as text.
  if (first.every(({ isExcluded }) => isExcluded)) {
    for (const part of first) part.isExcluded = false;
  }
  const times = new Map<string, number>();
  for (const { written } of said) times.set(written, (times.get(written) ?? 0) + 1);
  return { parts: first, numberKey: codeKey(text), times, leftOut: all.length - first.length };
}

function eachOnce(parts: readonly Part[]): Part[] {
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
}

/** The small words of a question say nothing; a query of nothing else asks for them. */
function withoutStopWords(parts: readonly Part[]): readonly Part[] {
  const keyAt = (at: number) => keyOf(parts[at]);
  const rest = parts.filter(
    (part, at) =>
      part.what !== 'word' ||
      !(isStopWord(part.key) || isFiller(part.key, keyAt(at - 1), keyAt(at + 1))) ||
      // `AM 7` is a number.
      (/^\p{Lu}{2,3}$/u.test(part.written) && /^\d/.test(keyAt(at + 1))),
  );
  return rest.some(({ isExcluded }) => !isExcluded) ? rest : parts;
}

function keyOf(part: Part | undefined): string {
  return part !== undefined && 'key' in part ? part.key : '';
}

/** The values with a unit of a query, and what is left of it. */
function valuesOf(text: string): { values: Part[]; rest: string } {
  const values: Part[] = [];
  let rest = text;
  for (const [start, same] of Map.groupBy(valuesIn(text, { anyCase: true }), startOf)) {
    const end = same[0]?.end ?? start;
    const from = start - (boundBefore.exec(text.slice(0, start))?.[0].length ?? 0);
    // What is in quotes is meant as it is written; `-40` is a value and no exclusion.
    if ((text.slice(0, start).split('"').length & 1) === 0) continue;
    const written = text.slice(from, end).trim();
    const isRange = range.test(written);
    values.push({
      what: 'value',
      ranges: same.flatMap((one) => rangesOf(one, isRange)),
      isBound: from < start || isRange,
      code: /^[\p{L}\p{N}]+$/u.test(written) ? codeKey(written) : null,
      written,
      isExcluded: false,
    });
    rest = rest.slice(0, from) + ' '.repeat(end - from) + rest.slice(end);
  }
  return { values, rest };
}

function startOf({ start }: Value): number {
  return start;
}

const range = /\d\s*(?:\.{2,3}|…|-|−|–|to|bis)\s*\d/;

function rangesOf({ unit, bound, isStrict, numbers, half }: Value, isRange: boolean): ValueRange[] {
  const { kind } = unit;
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const isOther = (bound: number) => (found: { number: number; isStrict: boolean }) =>
    !isStrict || found.isStrict || Math.abs(found.number - bound) > alike * Math.abs(bound);
  if (bound === '>') {
    const range = { kind, least, most: Number.MAX_VALUE, near: least, without: '<' as const };
    return [{ ...range, isMeant: isOther(least) }];
  }
  if (bound === '<') {
    const range = { kind, least: -Number.MAX_VALUE, most, near: most, without: '>' as const };
    return [{ ...range, isMeant: isOther(most) }];
  }
  if (isRange) return [{ kind, least, most, near: least, without: '', isMeant: () => true }];
  return numbers.map((number) => {
    const [coarse, fine] = unit.plus === 0 ? [number * 0.02, number * 0.005] : [0.5, 0.5];
    const slack = Math.abs(coarse);
    return {
      kind,
      least: number - slack,
      most: number + slack,
      near: number,
      without: '',
      // 120 °C is 393 K, and 207 bar is 3000 psi: of other units equal within half of the last digit.
      isMeant: (found) => {
        const halves = Math.max(Math.min(half, slack), Math.min(found.half, Math.abs(fine)));
        const isExact = isExactBetween(found.unit, unit.id);
        const most = isExact
          ? alike * Math.abs(number)
          : Math.max(halves, alike * Math.abs(number));
        return Math.abs(found.number - number) <= most;
      },
    };
  });
}

/** Sums of fractions differ in their last digits. */
const alike = 1e-7;

// `DIN EN ISO 9227` is `ISO 9227`, adopted.
const adopted = /\b(?:(?:DIN|BS|NF|SN|UNI|UNE)\s+)?(?:EN\s+)?(?=(?:ISO|IEC)\s*\d)/giu;
const typographicQuotes = /[“”„«»＂「」『』]/g;
// A quote that is never closed is plain text.
const chunk = /(?<minus>(?<![^\s])-)?(?:"(?<phrase>[^"]*)"|(?<plain>[^\s"]+)|")/g;

function partsOf(groups: Record<string, string | undefined>): Part[] {
  const { minus, phrase, plain } = groups;
  if (phrase !== undefined) return phraseOf(phrase, minus !== undefined);
  if (plain === undefined) return [];
  // `-40 °C` is a temperature.
  const isExcluded = minus !== undefined && !/^\p{N}/u.test(plain);
  return plain.endsWith('*') ? prefixOf(plain, isExcluded) : plainParts(plain, isExcluded);
}

function phraseOf(written: string, isExcluded: boolean): Part[] {
  const { row } = tokensOf(written);
  if (row.length <= 1) return plainParts(written, isExcluded);
  const keys = row.map(({ key }) => key).slice(0, mostParts);
  return [{ what: 'phrase', keys, written: written.trim(), isExcluded }];
}

function prefixOf(written: string, isExcluded: boolean): Part[] {
  const parts = plainParts(written.replace(/\*+$/, ''), isExcluded);
  const last = parts.at(-1);
  if (
    last === undefined ||
    last.what === 'phrase' ||
    last.what === 'prefix' ||
    last.what === 'value'
  )
    return parts;
  return [
    ...parts.slice(0, -1),
    { what: 'prefix', key: last.key, written: last.written, isExcluded },
  ];
}

/** The parts of plain text between two spaces. */
function plainParts(written: string, isExcluded: boolean): Part[] {
  const { row, beside } = tokensOf(written);
  const whole = beside.find(
    ({ lane, start, end }) =>
      lane !== 'ideographs' && start === row[0]?.start && end === row.at(-1)?.end,
  );
  const parts = runsOf(row).map((run) => partOf(written, run, isExcluded));
  if (whole === undefined || parts.length < 2) return parts;
  return [
    {
      what: 'joined',
      key: whole.key,
      isCode: whole.lane === 'code',
      parts,
      written: written.slice(whole.start, whole.end),
      isExcluded,
    },
  ];
}

/** Each word for itself, and the pairs of one row of ideographs together. */
function runsOf(row: readonly Token[]): Token[][] {
  const runs: Token[][] = [];
  for (const token of row) {
    const before = runs.at(-1)?.at(-1);
    const goesOn = before?.lane === 'ideographs' && token.start < before.end;
    if (goesOn) runs.at(-1)?.push(token);
    else runs.push([token]);
  }
  return runs;
}

function partOf(written: string, run: readonly Token[], isExcluded: boolean): Part {
  const [first] = run;
  const shared = { written: written.slice(first?.start, run.at(-1)?.end), isExcluded };
  if (run.length > 1) return { what: 'phrase', keys: run.map(({ key }) => key), ...shared };
  const what = first?.lane === 'code' ? 'code' : 'word';
  return { what, key: first?.key ?? '', ...shared };
}
