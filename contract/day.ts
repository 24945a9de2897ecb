// No schema here: the console imports it whole.

/** A day as it is kept, such as `2026-11-14`; also of `14.11.2026`. Null where a text is no day. */
export function readDay(text: string): string | null {
  const written = text.trim();
  const parts =
    /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/.exec(written) ??
    /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/.exec(written);
  const { year = '', month = '', day = '' } = parts?.groups ?? {};
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = new Date(`${iso}T00:00:00.000Z`);
  // The 31st of February would be a day in March.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso) ? iso : null;
}

/** What to say of a text that should be a day. */
export function noDay(what: string, text: string): string {
  return `The ${what} "${text.trim()}" is no day. Write it like 2026-11-14.`;
}
