import { mostQueryLetters } from '#contract/calls.ts';
import { codeKey } from '../folding.ts';
import { type Token, tokensOf } from './tokens.ts';

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
);

export type Query = {
  parts: Part[];
  /** The whole query as a document's number would be sought. */
  numberKey: string;
};

const mostParts = 24;

/**
 * What a query asks for: words, "phrases", beginnings with an asterisk, and what must not be there
 * with a minus. Everything else is plain text; nothing is an error.
 */
export function parseQuery(q: string): Query {
  const text = q.slice(0, mostQueryLetters).replace(typographicQuotes, '"');
  const parts = [...text.matchAll(chunk)].flatMap(({ groups = {} }) => partsOf(groups));
  const first = parts.slice(0, mostParts);
  // Only exclusions ask for nothing: then the minus was meant as text.
  if (first.every(({ isExcluded }) => isExcluded)) {
    for (const part of first) part.isExcluded = false;
  }
  return { parts: first, numberKey: codeKey(text) };
}

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
  if (last === undefined || last.what === 'phrase' || last.what === 'prefix') return parts;
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
