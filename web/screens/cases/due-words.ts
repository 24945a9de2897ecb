import type { Case } from '#contract/cases.ts';
import { pendingStates } from '#contract/case-words.ts';

/** A day, a number of calendar days later. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * msOfDay).toISOString().slice(0, 10);
}

const msOfDay = 24 * 60 * 60_000;

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / msOfDay);
}

export function isPending({ state }: Pick<Case, 'state'>): boolean {
  return (pendingStates as readonly string[]).includes(state);
}

type Dated = Pick<Case, 'state' | 'due_on' | 'reviewed_on' | 'is_late' | 'late_since' | 'today'>;

/** How a case is in time, in calendar days: only the server knows the working days of its site. */
export function dueWords(of: Dated): string {
  if (of.reviewed_on !== null) return reviewedWords(of.reviewed_on, of);
  const extended = of.late_since !== null && of.due_on > of.late_since;
  if (!isPending(of)) return of.is_late ? 'Late, not reviewed' : 'Not reviewed';
  if (extended) return `Late since ${of.late_since}, extended`;
  const days = daysBetween(of.today, of.due_on);
  // The server decides whether it is late, by the day of its site.
  if (of.is_late) return days < 0 ? `${counted(-days)} late` : 'Late';
  if (days <= 0) return 'Due today';
  return days === 1 ? 'Due tomorrow' : `Due in ${counted(days)}`;
}

function reviewedWords(reviewed_on: string, { due_on, late_since }: Dated): string {
  if (late_since === null) return 'Reviewed in time';
  const days = daysBetween(late_since, reviewed_on);
  if (due_on > late_since) return `Reviewed ${counted(days)} late, was extended`;
  return days > 0 ? `Reviewed ${counted(days)} late` : 'Reviewed late';
}

function counted(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
