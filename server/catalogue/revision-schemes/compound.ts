import { letters, numbers, numbersAndLetters, roman } from './counters.ts';
import { dateReadings } from './dates.ts';
import { daysAscend, type Key, ranksOf } from './label-keys.ts';

// Schemes of several parts. The days in them have to agree with the order: where a later edition has an
// earlier day, the scheme does not fit.

const notKnown = Number.NaN;

const counterAndDate =
  /^(?<counter>\d{1,3}|[ivx]{1,6}|a?[a-z])(?:(?:\s*\(\s*|\s*[,;:|]\s*|\s+[-/]\s+|\s+)(?:(?:dated?|vom|of|from|stand)(?!\p{L})[.:]?\s*)?(?<date>.+?)\)?)?$/iu;

/** 3 (2019-05); C, June 2019; 03 2014 06 10. By the count, and of equal counts by the day. */
export function countersWithDates(labels: readonly string[]): Key[][] {
  if (!labels.some((label) => /[\s(,;:|]/.test(label))) return [];
  const parts = labels.map((label) => counterAndDate.exec(label)?.groups);
  const counters = parts.map((one) => one?.['counter'] ?? '');
  const texts = parts.map((one) => one?.['date'] ?? null);
  if (counters.includes('') || texts.every((text) => text === null)) return [];
  // `02 1996` beside `96` is a month.
  const isLoose = labels.some((label, at) => texts[at] !== null && /^\w+ \w/.test(label));
  if (isLoose && texts.includes(null)) return [];
  const counted = [letters, roman, numbers].flatMap((scheme) => scheme(counters));
  if (counted.length === 0) return [];
  return dateReadings(texts).flatMap((days) =>
    counted.map((counts) => joined(counts, days)).filter((keys) => isInStep(keys, days)),
  );
}

function joined(counts: readonly Key[], more: readonly Key[]): Key[] {
  return counts.map((count, at) => [...count, ...(more[at] ?? [])]);
}

/** Keys that cannot be compared are kept: they say that the order is unsure. */
function isInStep(keys: readonly Key[], days: readonly Key[]): boolean {
  const ranks = ranksOf(keys);
  return ranks === null || daysAscend(ranks, days);
}

const kinds = {
  amendment: 'amendment|amd|am|(?<=[/+])a',
  corrigendum: 'corrigendum|corr|cor|ac|berichtigung|erratum',
  change: 'change|chg|änderung',
  supplement: 'supplement|suppl|nachtrag|addendum|add',
  notice: 'notice',
  revision: 'revision|rev',
} as const;

const change = new RegExp(
  String.raw`^(?<base>.*?[\p{L}\d])\s*[\s/,;:(+-]\s*(?:(?:w/|with|incl\.?)\s*)?(?:${Object.entries(
    kinds,
  )
    .map(([kind, words]) => `(?<${kind}>${words})`)
    .join(
      '|',
    )})(?!\p{L})[\s.:]*(?:no\.?\s*)?(?:(?<number>\d{1,2})(?!\d)|(?<letter>[a-z])(?![a-z]))?(?:\s*[:,(]?\s*(?<date>[^()]+))?\)?$`,
  'iu',
);

type Change = { base: string; kind: string | null; count: number; date: string | null };

/**
 * 1999, 1999/Amd.1:2003, 2005; D, D w/CHANGE 2; Issue 5 Rev I; 2019 Rev 2. A change comes directly after
 * its base. Changes of several kinds go by their days.
 */
export function basesWithChanges(labels: readonly string[]): Key[][] {
  if (!labels.some((label) => /[\s/,;:(+-].*\p{L}/u.test(label))) return [];
  const parts = labels.map(changeOf);
  const changes = parts.filter(({ kind }) => kind !== null);
  if (changes.length === 0) return [];
  const bases = parts.map(({ base }) => base);
  const baseDays = dateReadings(bases);
  const based = [
    ...baseDays,
    ...[letters, roman, numbers, numbersAndLetters].flatMap((scheme) => scheme(bases)),
  ];
  if (based.length === 0) return [];
  const isCounted =
    new Set(changes.map(({ kind }) => kind)).size === 1 &&
    new Set(changes.map(({ count }) => Math.sign(count))).size === 1 &&
    changes.every(({ count }) => count !== 0);
  return dateReadings(parts.map(({ date }) => date)).flatMap((changeDays) => {
    const days = changeDays.map((day, at) => (parts[at]?.date ? day : (baseDays[0]?.[at] ?? day)));
    const order = parts.map(({ kind, count }, at): Key => {
      if (kind === null) return isCounted ? [0] : [0, 0, 0];
      return isCounted ? [Math.abs(count)] : (changeDays[at] ?? [notKnown]);
    });
    return based.map((keys) => joined(keys, order)).filter((keys) => isInStep(keys, days));
  });
}

/** Letters count below 0: they cannot be mixed with numbers. */
function changeOf(label: string): Change {
  const { base, number, letter, date = null, ...found } = change.exec(label)?.groups ?? {};
  if (base === undefined) return { base: label, kind: null, count: 0, date: null };
  const [kind = ''] = Object.entries(found).find(([, word]) => word !== undefined) ?? [];
  const count = letter === undefined ? Number(number ?? 0) : -letter.toLowerCase().charCodeAt(0);
  return { base, kind, count, date };
}

const yearOfIssue =
  /^-?(?<year>\d{4}|\d\d)(?<letter>[a-z])?(?:\s*\(r?(?<again>\d{4})\))?(?:e(?<editorial>\d))?$/;

/** 98, 03; 19, 19a, 19e1; 2004, 2004 (R2009), 2010: years with what was changed or confirmed since. */
export function yearsOfIssue(labels: readonly string[]): Key[][] {
  const keys: Key[] = [];
  const days: Key[] = [];
  const lengths = new Set<number>();
  for (const label of labels) {
    const {
      year = '',
      letter = '',
      again,
      editorial = 0,
    } = yearOfIssue.exec(label.toLowerCase())?.groups ?? {};
    const full = fullYear(year);
    if (full === null || lengths.add(year.length).size > 1) return [];
    keys.push([
      full,
      letter === '' ? 0 : letter.charCodeAt(0),
      Number(again ?? 0),
      Number(editorial),
    ]);
    days.push([again === undefined ? full : Number(again)]);
  }
  return isInStep(keys, days) ? [keys] : [];
}

/** Numbers from 30 to 49 are no years: nothing of 2030 is there yet, and of 1930 hardly. */
function fullYear(digits: string): number | null {
  const year = Number(digits);
  if (digits.length === 4) return year >= 1900 && year < 2100 ? year : null;
  if (digits === '' || (year >= 30 && year < 50)) return null;
  return year < 30 ? 2000 + year : 1900 + year;
}
