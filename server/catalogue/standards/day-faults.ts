import { dayHere, noDay, readDay } from '#contract/day.ts';
import { type RevisionDay, revisionDays, type RevisionFacts } from '#contract/revision-words.ts';

/** What is wrong with the days of a revision, in words. */
export function dayFaults(said: Partial<RevisionFacts>, now: Date): string[] {
  const days = Object.entries(revisionDays) as [RevisionDay, string][];
  const faults = days.flatMap(([day, name]) => {
    const written = said[day] ?? null;
    return written === null || readDay(written) === written
      ? []
      : [noDay(`day "${name}"`, written)];
  });
  if (faults.length > 0) return faults;
  const { issued_on = null, withdrawn_on = null } = said;
  for (const day of ['usable_until', 'confirmed_on', 'withdrawn_on'] as const) {
    const later = said[day] ?? null;
    if (issued_on === null || later === null || later >= issued_on) continue;
    faults.push(`"${revisionDays[day]}" ${later} is before the day of issue, ${issued_on}.`);
  }
  // Somewhere it is tomorrow already.
  const tomorrow = dayHere(new Date(now.getTime() + 86_400_000));
  if (withdrawn_on !== null && withdrawn_on > tomorrow) {
    faults.push(`"Withdrawn on" ${withdrawn_on} is in the future. Use "Usable until" until then.`);
  }
  return faults;
}
