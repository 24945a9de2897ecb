import type { Key } from './label-keys.ts';

// Dates, in whatever spelling: 2019, 2019-03, 2013--11, 2014 06 10, 20190305, 11/2019, 25/03/2019, 07.79,
// 05MAR19, June 2019, 5. März 2019. Several spellings may be mixed in one standard. A spelling that can be
// read in several ways is read in one way in the whole standard: see `ways`.

/**
 * How the parts of each spelling can be read: Y is a year of four digits, n a number of one or two, M
 * the name of a month; 4, 5, 6 and 8 are that number of digits alone. In a way, y, m and d say what a part is; w is a
 * week and t a day of the year. Weeks raise doubts: `9848, 0312` are numbers, or weeks of 1998 and 2003.
 */
const ways: Readonly<Record<string, readonly string[]>> = {
  Yn: ['ym'],
  nY: ['my'],
  Ynn: ['ymd'],
  nnY: ['dmy', 'mdy'],
  nn: ['my', 'ym', 'wy', 'yw'],
  nnn: ['dmy', 'mdy', 'ymd'],
  MY: ['my'],
  YM: ['ym'],
  nMY: ['dmy'],
  MnY: ['mdy'],
  YMn: ['ymd'],
  // 05MAR19: the 5th of March 2019, or the 19th of March 2005.
  nMn: ['dmy', 'ymd'],
  Mnn: ['mdy'],
  // MAR-05: March 2005, or the 5th of March of some year.
  Mn: ['my', 'md'],
  nM: ['ym', 'dm'],
  4: ['yyyy', 'mmyy', 'yymm', 'wwyy', 'yyww'],
  5: ['yyttt'],
  6: ['yyyymm', 'mmyyyy', 'ddmmyy', 'mmddyy', 'yymmdd'],
  8: ['yyyymmdd', 'ddmmyyyy', 'mmddyyyy'],
};

const months = new Map(
  [
    'jan|januar|january|janvier|janv|enero|ene|gennaio|gen|janeiro|januari',
    'feb|februar|february|fevrier|fevr|febrero|febbraio|fevereiro|fev|februari',
    'mar|marz|march|mars|marzo|marco|maart|mrt',
    'apr|april|avril|avr|abril|abr|aprile',
    'may|mai|mayo|maggio|mag|maio|mei|maj',
    'jun|juni|june|juin|junio|giugno|giu|junho',
    'jul|juli|july|juillet|juil|julio|luglio|lug|julho',
    'aug|august|aout|agosto|ago|augustus|augusti',
    'sep|sept|september|septembre|septiembre|settembre|set|setembro',
    'oct|okt|october|oktober|octobre|octubre|ottobre|ott|outubro|out',
    'nov|november|novembre|noviembre|novembro',
    'dec|dez|december|dezember|decembre|diciembre|dic|dicembre|dezembro',
  ].flatMap((names, at) => names.split('|').map((name) => [name, at + 1] as const)),
);

/** From 1 to 12; 0 where it is no month. Accents do not count: `août`, `März`. */
export function monthNamed(word: string): number {
  if (word.length < 3 || !/^\p{L}/u.test(word)) return 0;
  return months.get(word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()) ?? 0;
}

type Parts = { spelling: string; parts: readonly string[] };

/** More ways than this to read one standard is no order. */
const mostReadings = 32;

/**
 * Year, month and day of each text, in every way in which all of them are dates; of null (no date is
 * there) nothing is known.
 */
export function dateReadings(texts: readonly (string | null)[]): Key[][] {
  const dates = texts.map((text) => (text === null ? null : partsOf(text)));
  if (dates.some((date) => date?.spelling === '')) return [];
  const there = dates.filter((date) => date !== null);
  const spellings = Map.groupBy(there, ({ spelling }) => spelling);
  const centuries = there.some(({ parts }) => /[34]\d/.test(parts.join('')))
    ? [1900, 2000]
    : [2000];
  return centuries.flatMap((century) => {
    let chosen: Map<string, string>[] = [new Map()];
    for (const [spelling, spelled] of spellings) {
      const possible = (ways[spelling] ?? []).filter((way) =>
        spelled.every(({ parts }) => dayOf(parts, way, century) !== null),
      );
      chosen = chosen.flatMap((one) => possible.map((way) => new Map(one).set(spelling, way)));
      if (chosen.length > mostReadings) return [texts.map((_, at) => [at === 0 ? Number.NaN : 1])];
    }
    return chosen.map((one) =>
      dates.map((date) => {
        if (date === null) return notKnown;
        return dayOf(date.parts, one.get(date.spelling) ?? '', century) ?? notKnown;
      }),
    );
  });
}

const notKnown: Key = [Number.NaN, Number.NaN, Number.NaN];
const noDate: Parts = { spelling: '', parts: [] };

function partsOf(text: string): Parts {
  if (/^(?:\d{4}|\d{5}|\d{6}|\d{8})$/.test(text))
    return { spelling: String(text.length), parts: [...text] };
  if (!/^[\p{L}\p{M}\d\s.,/'_-]+$/u.test(text)) return noDate;
  const plain = text.replace(
    /(?<=\d)(?:st|nd|rd|th)(?!\p{L})|(?<!\p{L})(?:of|de)(?!\p{L})/giu,
    ' ',
  );
  const parts = plain.match(/'?\d+|[\p{L}\p{M}]+/gu) ?? [];
  const spelling = parts.map(spellingOf).join('');
  return spelling in ways && !/^\d/.test(spelling) ? { spelling, parts } : noDate;
}

function spellingOf(part: string): string {
  if (/^(?:\d{4}|'\d\d)$/.test(part)) return 'Y';
  if (/^\d{1,2}$/.test(part)) return 'n';
  return monthNamed(part) > 0 ? 'M' : '?';
}

function dayOf(parts: readonly string[], way: string, century: number): Key | null {
  const textOf = (letter: string) => parts.filter((_, at) => way[at] === letter).join('');
  const year = yearOf(textOf('y').replace("'", ''), century);
  const month = textOf('m') === '' ? Number.NaN : monthNamed(textOf('m')) || Number(textOf('m'));
  const day = textOf('d') === '' ? Number.NaN : Number(textOf('d'));
  const [week, ofYear] = [Number(textOf('w')), Number(textOf('t'))];
  if (/[wt]/.test(way)) {
    const isIn = way.includes('w') ? week >= 1 && week <= 53 : ofYear >= 1 && ofYear <= 366;
    return year !== null && isIn ? [year, week, ofYear] : null;
  }
  if (year === null || month < 1 || month > 12 || day < 1 || day > 31) return null;
  return isDay(year, month, day) ? [year, month, day] : null;
}

/** Null where it is none; NaN where there is none. Of two digits, 38 is 1938 or 2038. */
function yearOf(digits: string, century: number): number | null {
  if (digits === '') return Number.NaN;
  const year = Number(digits);
  if (digits.length === 4) return year >= 1900 && year < 2100 ? year : null;
  if (digits.length !== 2) return null;
  if (year < 30) return 2000 + year;
  return year < 50 ? century + year : 1900 + year;
}

/** The 30th of February is none. */
function isDay(year: number, month: number, day: number): boolean {
  if (Number.isNaN(day)) return true;
  const leapYear = 2000;
  return day <= new Date(Date.UTC(year || leapYear, month, 0)).getUTCDate();
}
