import { dayHere } from '#contract/day.ts';

/** A time in the reader's zone, written so that its text sorts by time: 2026-11-14 09:30. */
export function formatTime(iso: string): string {
  const at = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${dayHere(at)} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The same, but without the day for times of today. */
export function formatRecentTime(iso: string): string {
  const [day, time = ''] = formatTime(iso).split(' ');
  return day === formatTime(new Date().toISOString()).split(' ')[0] ? time : formatTime(iso);
}

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `1 row`, `2 rows`, `1,000 rows`. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
