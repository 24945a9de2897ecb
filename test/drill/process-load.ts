import { readFileSync } from 'node:fs';

/** What a process, or several, took: processor time so far, memory now. */
export type Load = { seconds: number; megabytes: number };

const none: Load = { seconds: 0, megabytes: 0 };

/** Of one process, without those that it started. */
export function loadOf(pid: number): Load {
  return { seconds: ticksOf(pid, 11) / 100, megabytes: megabytesOf(pid) };
}

/** Of all processes that a process started; processor time also of those that ended. */
export function loadBelow(pid: number): Load {
  const below = childrenOf(pid).map((child) => add(loadOf(child), loadBelow(child)));
  return below.reduce(add, { ...none, seconds: ticksOf(pid, 13) / 100 });
}

function add(a: Load, b: Load): Load {
  return { seconds: a.seconds + b.seconds, megabytes: a.megabytes + b.megabytes };
}

/** User and system time from this field on, in hundredths of a second: proc(5). 0 when it has ended. */
function ticksOf(pid: number, at: number): number {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  return Number(fields[at] ?? 0) + Number(fields[at + 1] ?? 0);
}

/** Memory shared with other processes counts in parts, so that sums are right. */
function megabytesOf(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0;
  return (Number(kilobytes) * 1024) / 1e6;
}

function childrenOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // it has ended
  }
}
