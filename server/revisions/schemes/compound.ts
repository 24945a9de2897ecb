import { readKind } from '../kinds.ts';
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

const revisionAtEnd = new RegExp(
  String.raw`^(?<base>.*?[\p{L}\d])\s*[\s/,;:(+-]\s*(?:revision|rev)(?!\p{L})[\s.:]*(?:no\.?\s*)?` +
    String.raw`(?:(?<number>\d{1,2})(?!\d)|(?<letter>[a-z])(?![a-z]))?(?:\s*[:,(]?\s*(?<on>[^()]+))?\)?$`,
  'iu',
);

/** Letters count below 0: they cannot be mixed with numbers. */
type Change = { base: string; mark: string | null; count: number | null; on: string };

/**
 * 1999, 1999/Amd.1:2003, 2005; D, D w/CHANGE 2; Issue 5 Rev I; 2019 Rev 2. A change comes directly after
 * its base. Changes of several kinds go by their days.
 */
export function basesWithChanges(labels: readonly string[]): Key[][] {
  if (!labels.some((label) => /[\s/,;:(+-].*\p{L}/u.test(label))) return [];
  const parts = labels.map(changeOf);
  const changes = parts.filter(({ mark }) => mark !== null);
  if (changes.length === 0) return [];
  const bases = parts.map(({ base }) => base);
  const baseDays = dateReadings(bases);
  const based = [
    ...baseDays,
    ...[letters, roman, numbers, numbersAndLetters].flatMap((scheme) => scheme(bases)),
  ];
  if (based.length === 0) return [];
  const isCounted =
    new Set(changes.map(({ mark }) => mark)).size === 1 &&
    new Set(changes.map(({ count }) => count !== null && count < 0)).size === 1 &&
    changes.every(({ count }) => count !== null);
  const dates = parts.map(({ on }) => (on === '' ? null : on));
  return dateReadings(dates).flatMap((changeDays) => {
    const days = changeDays.map((day, at) => (parts[at]?.on ? day : (baseDays[0]?.[at] ?? day)));
    const order = parts.map(({ mark, count }, at): Key => {
      if (isCounted) return mark === null ? [0, 0] : [1, Math.abs(count ?? 0)];
      return mark === null ? [0, 0, 0, 0] : [...(changeDays[at] ?? []), 0];
    });
    const readings = based.map((keys) => joined(keys, order));
    return readings
      .map((keys) => (areTold(keys, parts) ? keys : notTold(keys)))
      .filter((keys) => isInStep(keys, days));
  });
}

/** Whether changes that are called otherwise have keys of their own: two without a day look alike. */
function areTold(keys: readonly Key[], parts: readonly Change[]): boolean {
  const changed = keys.flatMap((key, at) => {
    const { mark = null, count = null } = parts[at] ?? {};
    return mark === null ? [] : [{ key: key.join(), change: `${mark} ${count}` }];
  });
  return Map.groupBy(changed, ({ key }) => key)
    .values()
    .every((same) => new Set(same.map(({ change }) => change)).size === 1);
}

function notTold(keys: readonly Key[]): Key[] {
  return keys.map((_, at) => [at === 0 ? notKnown : 1]);
}

function changeOf(label: string): Change {
  const read = readKind(label);
  if ('mark' in read && read.base !== '') return read;
  const { base, number, letter, on = '' } = revisionAtEnd.exec(label)?.groups ?? {};
  if (base === undefined) return { base: label, mark: null, count: null, on: '' };
  const count =
    letter === undefined
      ? number === undefined
        ? null
        : Number(number)
      : -letter.toLowerCase().charCodeAt(0);
  return { base, mark: 'revision', count, on };
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
