/** `14 November 2026`, of a day such as `2026-11-14`, which is the same day in every zone. */
export function dayInWords(day: string, month: 'long' | 'short' = 'long'): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month,
    year: 'numeric',
    timeZone: 'UTC',
  });
}
