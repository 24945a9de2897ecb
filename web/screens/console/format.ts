/** A time as the grids show it, which also sorts: 2026-11-14 09:30, in the reader's zone. */
export function shownTime(iso: string): string {
  const at = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Of today only the time of day. */
export function shownRecent(iso: string): string {
  const [day, time = ''] = shownTime(iso).split(' ');
  return day === shownTime(new Date().toISOString()).split(' ')[0] ? time : shownTime(iso);
}

export function shownBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `1 row`, `2 rows`, `1,000 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
