// No schema here: the console imports it whole.

/**
 * A day as it is stored, such as `2026-11-14`; also of `14.11.2026`, `2026/11/14`, `14-Nov-26` and `14 November 2026`.
 * Null if a text is not a day, or could be two: `03/05/2024`.
 */
export function readDay(text: string): string | null {
  const days = daysOf(text);
  return days.length === 1 ? (days[0] ?? null) : null;
}

/** What to say of a text that should be a day. */
export function noDay(what: string, text: string): string {
  const [one, other] = daysOf(text);
  return one === undefined || other === undefined
    ? `The ${what} "${text.trim()}" is not a date. Write it like 2026-11-14.`
    : `The ${what} "${text.trim()}" can be ${one} or ${other}. Write one of these.`;
}

/** The day that it is where this runs: of the server, or of the reader. */
export function dayHere(now = new Date()): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const yearFirst = /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})$/;
const dayFirst = /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/;
/** Day and month in the order of Europe, or month and day in that of America. */
const eitherFirst = /^(?<one>\d{1,2})([-/])(?<other>\d{1,2})\2(?<year>\d{4})$/;
const named =
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?\.?[- ](?<month>\p{L}{3,})\.?,?[- ](?<year>\d{4}|\d\d)$/iu;
const nameFirst = /^(?<month>\p{L}{3,})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/iu;
const midnight = /[T ]00:00(?::00(?:\.0+)?)?Z?$/;

/** Every day that a text can be. */
function daysOf(text: string): string[] {
  const written = text.trim().replace(midnight, '');
  const either = eitherFirst.exec(written)?.groups;
  if (either !== undefined) {
    const { one = '', other = '', year = '' } = either;
    const days = [dayOf(year, other, one), dayOf(year, one, other)];
    return [...new Set(days.filter((day) => day !== null))];
  }
  const parts = [yearFirst, dayFirst, named, nameFirst].map((form) => form.exec(written)?.groups);
  const { year = '', month = '', day = '' } = parts.find((one) => one !== undefined) ?? {};
  const known = dayOf(fullYear(year), monthNumber(month), day);
  return known === null ? [] : [known];
}

function dayOf(year: string, month: string, day: string): string | null {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = new Date(`${iso}T00:00:00.000Z`);
  // The 31st of February would be a day in March.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso) ? iso : null;
}

/** As POSIX reads two figures: 69 to 99 are of the last century. */
function fullYear(year: string): string {
  if (year.length !== 2) return year;
  return `${year >= '69' ? '19' : '20'}${year}`;
}

/** The names of each month, in English and German. */
const monthNames = [
  ['january', 'januar', 'jänner'],
  ['february', 'februar'],
  ['march', 'märz', 'mrz', 'maerz'],
  ['april'],
  ['may', 'mai'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['august'],
  ['september'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'dezember'],
];

/** The number of a month that is named, whole or by its first letters; figures stay as they are. */
function monthNumber(month: string): string {
  if (/^\d*$/.test(month)) return month;
  const name = month.normalize('NFC').toLowerCase();
  const found = monthNames.findIndex((names) => names.some((whole) => whole.startsWith(name)));
  return found === -1 ? '' : String(found + 1);
}
