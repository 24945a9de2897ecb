const msAMinute = 60_000;
export const minutesADay = 1440;
const msADay = msAMinute * minutesADay;

/** Days and times as the clocks of one zone show them. */
export type ZoneClock = {
  /** Minutes since 1970 by the zone's clocks. */
  minuteOf: (ms: number) => number;
  /** `2026-11-14`, by days since 1970. */
  dayText: (day: number) => string;
  /** `09:30`, by minutes since midnight. */
  timeText: (minute: number) => string;
};

const clocks = new Map<string, ZoneClock>();

/** A zone that nobody knows has the clocks of UTC. */
export function zoneClock(zone: string): ZoneClock {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = makeClock(offsetsOf(zone));
    if (clocks.size < 100) clocks.set(zone, clock); // the names come from browsers
  }
  return clock;
}

function makeClock(offsetAt: (ms: number) => number): ZoneClock {
  const two = (part: number) => String(part).padStart(2, '0');
  return {
    minuteOf: (ms) => Math.floor(ms / msAMinute) + offsetAt(ms),
    dayText: (day) => new Date(day * msADay).toISOString().slice(0, 10),
    timeText: (minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`,
  };
}

/** How many minutes the zone is ahead of UTC, remembered by the day: asking a million times is slow. */
function offsetsOf(zone: string): (ms: number) => number {
  const format = offsetFormat(zone);
  if (format === null) return () => 0;
  const byDay: (number | null)[] = [];
  const read = (ms: number) => offsetIn(format.format(ms));
  return (ms) => {
    const day = Math.floor(ms / msADay);
    let offset = byDay[day];
    if (offset === undefined) {
      const [first, last] = [read(day * msADay), read((day + 1) * msADay - 1)];
      offset = first === last ? first : null; // the clocks are changed on this day
      byDay[day] = offset;
    }
    return offset ?? read(ms);
  };
}

function offsetFormat(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
}

/** The minutes in `11/14/2026, GMT-03:30`. */
function offsetIn(text: string): number {
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
  const offset = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -offset : offset;
}
