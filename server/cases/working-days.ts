/** What decides whether a day is a working day at a site. */
export type WorkingDays = {
  /** Such as `Europe/Berlin`. */
  zone: string;
  /** Days of the week without work: 1 is Monday, 7 Sunday. */
  weekend: ReadonlySet<number>;
  /** Days that are otherwise, by ISO day. */
  exceptions: ReadonlyMap<string, { isWorking: boolean }>;
};

/** For customers without a calendar: Monday to Friday, days of UTC. */
export const plainWorkingDays: WorkingDays = {
  zone: 'UTC',
  weekend: new Set([6, 7]),
  exceptions: new Map(),
};

/** The nth working day after a day. The day itself does not count. */
export function addWorkingDays(from: string, count: number, site: WorkingDays): string {
  let day = from;
  for (let left = count, passed = 0; left > 0; passed++) {
    // A calendar with years of exceptions may have no working day at all.
    if (passed > mostDays)
      throw new RangeError('The calendar has too few working days. Add some under Manage, Cases.');
    day = nextDay(day);
    if (isWorkingDay(day, site)) left -= 1;
  }
  return day;
}

const mostDays = 10_000;

export function isWorkingDay(day: string, { weekend, exceptions }: WorkingDays): boolean {
  return exceptions.get(day)?.isWorking ?? !weekend.has(weekday(day));
}

/** The day that it is at the site at a time. */
export function dayAt(ms: number, zone: string): string {
  // The Swedish form of a date is the ISO one.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(ms);
}

/** 1 is Monday, 7 Sunday. */
function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

function nextDay(day: string): string {
  return daysLater(day, 1);
}

export function daysLater(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

export function isZone(zone: string): boolean {
  try {
    return dayAt(0, zone) !== '';
  } catch {
    return false;
  }
}
