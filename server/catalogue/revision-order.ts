// The order of a standard's revisions, read from what they are called. No collation knows it: letters
// go by length first (Y, Z, AA), dates by year whatever their spelling, and amendments come directly
// after what they amend. What cannot be told from the texts is told as such, never guessed.

/** A part of a revision. Parts of different kinds cannot be compared, but for the first issue. */
type Part =
  /** `-`, `NEW` and `0`: before whatever comes later. */
  | { kind: 'first' }
  | { kind: 'number'; value: bigint }
  | { kind: 'letters'; text: string }
  | { kind: 'date'; parts: number[] }
  | { kind: 'amendment'; value: bigint };

/** Below 0 where `a` is older than `b`, above 0 where it is newer, null where nobody can tell. */
export function compareRevisions(a: string, b: string): number | null {
  return compareMeanings(readingsOf(a), readingsOf(b));
}

function compareMeanings(a: readonly Part[][], b: readonly Part[][]): number | null {
  const orders = a
    .flatMap((one) => b.map((other) => compareReadings(one, other)))
    .filter((order) => order !== null)
    .map(Math.sign);
  const [first] = orders;
  // `10.12` may be a month or a step: it counts only where both mean the same order.
  return first !== undefined && orders.every((order) => order === first) ? first : null;
}

/** A revision, and what says when it was added where its text does not tell. */
type Revision = { doc_rev: string; id: number };

export type RevisionOrder<R> = {
  newestFirst: R[];
  /** The place of each of them, 0 for the newest; the same revision in two spellings has one place. */
  places: number[];
  isSure: boolean;
};

/**
 * The revisions of one standard, newest first. Two that a librarian settled go by that, others by their
 * texts. Where that does not tell the order of all, it is the one in which they were added, and unsure.
 */
export function orderRevisions<R extends Revision>(
  revisions: readonly R[],
  settled: readonly string[] | null = null,
): RevisionOrder<R> {
  const compare = comparerBy(settled ?? []);
  const told =
    settled === null
      ? orderByText(revisions, compare)
      : orderBySettled(revisions, settled, compare);
  const newestFirst = told ?? revisions.toSorted((a, b) => b.id - a.id);
  const places: number[] = [];
  for (const [at, { doc_rev }] of newestFirst.entries()) {
    const newer = newestFirst[at - 1];
    const isSame = told !== null && newer !== undefined && compare(newer.doc_rev, doc_rev) === 0;
    places.push(isSame ? (places[at - 1] ?? 0) : at);
  }
  return { newestFirst, places, isSure: told !== null };
}

type Compare = (a: string, b: string) => number | null;

/** Reads each text once: a standard may have thousands of revisions. */
function comparerBy(settled: readonly string[]): Compare {
  const settledAt = new Map(settled.map((doc_rev, at) => [doc_rev, at]));
  const known = new Map<string, Part[][]>();
  const meaningOf = (text: string) => {
    const meaning = known.get(text) ?? readingsOf(text);
    known.set(text, meaning);
    return meaning;
  };
  return (a, b) => {
    if (a === b) return 0;
    const [one, other] = [settledAt.get(a), settledAt.get(b)];
    if (one !== undefined && other !== undefined) return Math.sign(other - one);
    return compareMeanings(meaningOf(a), meaningOf(b));
  };
}

/** Null where some cannot be compared. */
function orderByText<R extends Revision>(revisions: readonly R[], compare: Compare): R[] | null {
  const ordered = revisions.toSorted((a, b) => (compare(b.doc_rev, a.doc_rev) ?? 0) || b.id - a.id);
  // Neighbours that can all be told make one order of all, and no other.
  const isTold = ordered.every((revision, at) => {
    const older = ordered[at + 1];
    return older === undefined || (compare(revision.doc_rev, older.doc_rev) ?? -1) >= 0;
  });
  return isTold ? ordered : null;
}

/**
 * What was settled stays as it was; each of the others goes where it must stand between them. Null where
 * one could stand in several places, or in none.
 */
function orderBySettled<R extends Revision>(
  revisions: readonly R[],
  settled: readonly string[],
  compare: Compare,
): R[] | null {
  const named = new Set(settled);
  const ordered = orderByText(
    revisions.filter(({ doc_rev }) => named.has(doc_rev)),
    compare,
  );
  if (ordered === null) return null;
  let waiting = revisions.filter(({ doc_rev }) => !named.has(doc_rev));
  while (waiting.length > 0) {
    const stillWaiting = waiting.filter((revision) => {
      const orders = ordered.map(({ doc_rev }) => compare(doc_rev, revision.doc_rev));
      const from = orders.findLastIndex((order) => order !== null && order >= 0) + 1;
      const before = orders.findIndex((order) => order !== null && order < 0);
      if (from !== (before === -1 ? ordered.length : before)) return true;
      ordered.splice(from, 0, revision);
      return false;
    });
    if (stillWaiting.length === waiting.length) return null;
    waiting = stillWaiting;
  }
  return ordered;
}

function compareReadings(a: readonly Part[], b: readonly Part[]): number | null {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [one, other] = [a[at], b[at]];
    if (one === undefined) return -1; // `A` comes before `A.1`, and an edition before its amendment
    if (other === undefined) return 1;
    const order = compareParts(one, other);
    if (order !== 0) return order;
  }
  return 0;
}

function compareParts(a: Part, b: Part): number | null {
  if (a.kind === 'first' || b.kind === 'first') {
    return Number(b.kind === 'first') - Number(a.kind === 'first');
  }
  if (a.kind === 'amendment' && b.kind !== 'amendment') return b.kind === 'date' ? null : -1;
  if (b.kind === 'amendment' && a.kind !== 'amendment') return a.kind === 'date' ? null : 1;
  if (a.kind === 'letters' && b.kind === 'letters') {
    return a.text.length - b.text.length || compareTexts(a.text, b.text);
  }
  if (a.kind === 'date' && b.kind === 'date') return compareDates(a.parts, b.parts);
  if ('value' in a && 'value' in b) return a.value < b.value ? -1 : Number(a.value > b.value);
  return null;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Nobody can tell 2019 from June 2019. */
function compareDates(a: readonly number[], b: readonly number[]): number | null {
  const [one, other] = [a[0] ?? 0, b[0] ?? 0];
  if (one !== other) return one - other;
  if (a.length === 1 || b.length === 1) return a.length === b.length ? 0 : null;
  return compareDates(a.slice(1), b.slice(1));
}

/** Everything that a revision can mean; nothing for a label such as `Draft` or `N/C`. */
function readingsOf(text: string): Part[][] {
  const folded = text.normalize('NFKC').toLowerCase().trim();
  if (firstIssues.test(folded)) return [[{ kind: 'first' }]];
  if (folded.length > mostRead || labels.test(folded)) return [];
  const { base, amendment } = splitAmendment(folded);
  const added: Part[] = amendment === null ? [] : [amendment];
  return readingsOfBase(base).map((parts) => [...parts, ...added]);
}

const firstIssues = /^(?:[-–—]+|new|original|0+)$/;
/** No revision is called at such length; whatever it is, it is a label. */
const mostRead = 60;
const labels = /^n\s*\/\s*[ac]$/;

const amendments =
  /^(.*?)[\s/,:(+-]*(?:w\s*\/\s*)?\b(?:amd|amendment|am|cor|corr|corrigendum|change|chg|supplement|suppl)\b[.\s-]*(\d*).*$/;
const reaffirmed = /^(.*?)\s*\(r(\d{4})\)$/;

/** `1999/Amd.1:2003`, `962D w/CHANGE 2` and `2004 (R2009)`: what they change, and the how many-th it is. */
function splitAmendment(text: string): { base: string; amendment: Part | null } {
  const [, base = '', count = ''] = amendments.exec(text) ?? reaffirmed.exec(text) ?? [];
  if (base === '') return { base: text, amendment: null };
  return { base, amendment: { kind: 'amendment', value: BigInt(count === '' ? 1 : count) } };
}

/** Dates that may be numbers as well; `07.79` and `02.03` are none. */
const maybeSteps = /^(?:\d+|[1-9]\d[./][0-4]\d)$/;

function readingsOfBase(text: string): Part[][] {
  const readings: Part[][] = dateReadings(text).map((date) => [date]);
  if (readings.length > 0 && !maybeSteps.test(text)) return readings;
  const { rest, date } = splitDate(text);
  const steps = stepsOf(rest);
  if (steps !== null) readings.push(date === null ? steps : [...steps, date]);
  return readings;
}

const words =
  /\b(?:rev|revision|iss|issue|ed|edition|ausgabe|index|stand|version|ver|no|nr|n°)\b[.:]?|(?<=\d)(?:st|nd|rd|th)\b|\bv(?=\.?\s*\d)/g;
const mostLetters = 3;

/** Letters and numbers one after the other: `Rev. C`, `A.1`, `Issue 5 Rev I`. Null where there are other words. */
function stepsOf(text: string): Part[] | null {
  const plain = text.replace(words, ' ');
  if (/[^a-z0-9\s.,:;/_()#-]/.test(plain)) return null;
  const tokens = plain.match(/[a-z]+|\d+/g) ?? [];
  if (
    tokens.length === 0 ||
    tokens.some((token) => /[a-z]/.test(token) && token.length > mostLetters)
  )
    return null;
  if (tokens.length === 1 && /^0+$/.test(tokens[0] ?? '')) return [{ kind: 'first' }];
  return tokens.map((token) =>
    /\d/.test(token) ? { kind: 'number', value: BigInt(token) } : { kind: 'letters', text: token },
  );
}

/** The date at the end of `3rd Edition, June 2019` or `Rev 03 2014 06 10`, which the rest counts before. */
function splitDate(text: string): { rest: string; date: Part | null } {
  for (const at of text.matchAll(/[\s,;:(]+/g)) {
    const rest = text.slice(0, at.index);
    const [date, ...others] = dateReadings(text.slice(at.index + at[0].length).replace(/\)$/, ''));
    if (rest !== '' && stepsOf(rest) !== null && date !== undefined && others.length === 0) {
      const isSpelledOut = date.kind === 'date' && date.parts.length > 1;
      if (isSpelledOut) return { rest, date };
    }
  }
  return { rest: text, date: null };
}

const monthNames = [
  'jan|januar|january|janvier|enero',
  'feb|februar|february|février|febrero',
  'mar|mär|märz|march|mars|marzo',
  'apr|april|avril|abril',
  'may|mai|mayo',
  'jun|juni|june|juin|junio',
  'jul|juli|july|juillet|julio',
  'aug|august|août|agosto',
  'sep|sept|september|septembre|septiembre',
  'oct|okt|october|oktober|octobre|octubre',
  'nov|november|novembre|noviembre',
  'dec|dez|december|dezember|décembre|diciembre',
].map((names) => new RegExp(`^(?:${names})$`));

/** The date that a text is: year first, last, or with the month's name; `07.79` is July 1979. */
function dateReadings(text: string): Part[] {
  const found =
    dateOf(/^(\d{4})$/, ['year'], text) ??
    dateOf(/^(\d{4})[-–./\s]{1,2}(\d{1,2})$/, ['year', 'month'], text) ??
    dateOf(
      /^(\d{4})[-–./\s]{1,2}(\d{1,2})[-–./\s]{1,2}(\d{1,2})$/,
      ['year', 'month', 'day'],
      text,
    ) ??
    dateOf(/^(\d{4})(\d\d)(\d\d)$/, ['year', 'month', 'day'], text) ??
    dateOf(/^(\d{1,2})[.](\d{1,2})[.](\d{4})$/, ['day', 'month', 'year'], text) ??
    dateOf(/^(\d{1,2})[-–./\s]{1,2}(\d{4})$/, ['month', 'year'], text) ??
    dateOf(/^(\d\d)[./](\d\d)$/, ['month', 'year'], text) ??
    dateOf(/^(\p{L}+)\.?,?[\s-]+(\d{4})$/u, ['month', 'year'], text) ??
    dateOf(/^(\d{1,2})\.?[\s-]+(\p{L}+)\.?,?[\s-]+(\d{4})$/u, ['day', 'month', 'year'], text) ??
    dateOf(/^(\p{L}+)\.?\s+(\d{1,2}),?\s+(\d{4})$/u, ['month', 'day', 'year'], text);
  return found === null ? [] : [{ kind: 'date', parts: found }];
}

type DatePart = 'year' | 'month' | 'day';

function dateOf(pattern: RegExp, names: readonly DatePart[], text: string): number[] | null {
  const match = pattern.exec(text);
  if (match === null) return null;
  const at = (name: DatePart) =>
    names.includes(name) ? (match[names.indexOf(name) + 1] ?? '') : null;
  const parts = [yearOf(at('year') ?? ''), monthOf(at('month')), dayOf(at('day'))];
  return parts.includes(null) ? null : parts.filter((part) => part !== undefined && part !== null);
}

function yearOf(text: string): number | null {
  const year = Number(text);
  if (text.length === 2) return year >= 50 ? 1900 + year : 2000 + year;
  return year >= 1900 && year < 2100 ? year : null;
}

/** Undefined where there is none, null where it is no month. */
function monthOf(text: string | null): number | null | undefined {
  if (text === null) return undefined;
  const named = monthNames.findIndex((names) => names.test(text)) + 1;
  const month = named || Number(text);
  return month >= 1 && month <= 12 ? month : null;
}

function dayOf(text: string | null): number | null | undefined {
  if (text === null) return undefined;
  const day = Number(text);
  return day >= 1 && day <= 31 ? day : null;
}
