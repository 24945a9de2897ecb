import { caseActionNames, caseStateNames, caseVerdictNames } from './case-words.ts';
import type { Case, CaseAction, CaseDay, CaseLine, WholeCase } from './cases.ts';

// What a case says of itself, in words: on the screen, in the PDF, the workbook and the CSV alike.

/** To a reader who may not look into the review yet. */
export const hiddenWords = 'Decisions, actions and history appear once the review is signed.';

/** `Rita Smith (rita)`. */
export function personIn({ names }: Pick<WholeCase, 'names'>, account: string | null): string {
  const name = account === null ? undefined : names[account];
  return name === undefined ? (account ?? '') : `${name} (${account})`;
}

/** Null: never late. */
export function lateWords({
  late_since,
  due_on,
}: Pick<Case, 'late_since' | 'due_on'>): string | null {
  if (late_since === null) return null;
  return `since ${late_since}${due_on > late_since ? `, extended to ${due_on}` : ''}`;
}

export function baselineWords(of: Pick<WholeCase, 'previous_rev' | 'baseline'>): string | null {
  const { previous_rev, baseline } = of;
  if (previous_rev === null) return null;
  if (baseline === null) return `Rev. ${previous_rev}`;
  return `Rev. ${previous_rev}, ${baselineStates[baseline]}`;
}

const baselineStates = {
  reviewed: 'the last reviewed',
  replaced: 'the last reviewed; its PDF was replaced since, and no review covers that change',
  unreviewed: 'no review yet: the revision before the first case',
};

/** Why the case is due on its day: the working days, or the last move. */
export function dueReason(of: WholeCase): string {
  return of.due_reason ?? `${of.due_days} working days after ${of.due_from}, ${of.calendar}`;
}

/** Every value that a date had, with who set it: `2026-01-07 by Rita Smith (rita) on 2026-01-08: Typed wrongly`. */
export function daysInWords(of: WholeCase, days: readonly CaseDay[]): string {
  const words = days.map(({ day, set_at, set_by, why, is_void }) => {
    const set = `${day ?? 'not known'} by ${personIn(of, set_by)} on ${set_at.slice(0, 10)}`;
    return `${set}${why === '' ? '' : `: ${why}`}${is_void ? ' (corrected)' : ''}`;
  });
  return words.join('; ');
}

/** All facts of a case but for those that it does not have. */
export function factsOf(of: WholeCase): [name: string, value: string][] {
  const daysOf = (field: CaseDay['field']) => of.days.filter((day) => day.field === field);
  const history = (field: CaseDay['field'], most: number) =>
    daysOf(field).length > most ? daysInWords(of, daysOf(field)) : null;
  const facts: [string, string | null][] = [
    ['Customer', of.customer],
    ['Standard number', of.doc_num],
    ['Revision', of.doc_rev],
    ['Language', of.language],
    ['Description', of.doc_desc],
    ['Amends', of.amends],
    ['Baseline', baselineWords(of)],
    ['State', caseStateNames[of.state]],
    ['Notified', of.notified_on],
    ['Notified, each value', history('notified', 1)],
    ['Received', of.received_on],
    ['First due', of.first_due_on],
    ['Due', of.due_on],
    ['Due by', dueReason(of)],
    ['Due, each value', history('due', 1)],
    ['Late', lateWords(of)],
    ['Reviewed', of.reviewed_on],
    ['Implemented', of.implemented_on],
    ['Implemented, each value', history('implemented', 1)],
    ['Verdict', of.verdict === null ? null : caseVerdictNames[of.verdict]],
    ['Signed by', personIn(of, of.signed_by)],
    ['Owner', personIn(of, of.owner)],
    ['Reviewers', of.reviewers.map((name) => personIn(of, name)).join(', ')],
    ['Time zone of the days', of.zone],
    ['SHA-256 of the baseline PDF', of.from_hash],
    ['SHA-256 of the PDF', of.to_hash],
    ['Version of the comparison', of.engine === null ? null : String(of.engine)],
    ['Not shown', of.lines_state === 'hidden' ? hiddenWords : null],
  ];
  return facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]]));
}

/** `Decided in the case of Rev. 2 by Rita Smith (rita) on 2026-01-08`; null: it was not. */
export function formerWords(of: Pick<WholeCase, 'names'>, { former }: CaseLine): string | null {
  if (former === null) return null;
  const by = former.by === null ? '' : ` by ${personIn(of, former.by)}`;
  const on = former.at === null ? '' : ` on ${former.at.slice(0, 10)}`;
  return `Decided in the case of Rev. ${former.doc_rev}${by}${on}`;
}

export function actionTitle({ kind, reference }: Pick<CaseAction, 'kind' | 'reference'>): string {
  return [caseActionNames[kind], reference.trim()].filter(Boolean).join(' ');
}

/** `due 2026-01-07`, `due 2026-01-07, done 2026-01-09`. */
export function actionState({ due_on, done_on }: Pick<CaseAction, 'due_on' | 'done_on'>): string {
  const due = due_on === null ? '' : `due ${due_on}`;
  const done = done_on === null ? 'not done' : `done ${done_on}`;
  return [due, done].filter(Boolean).join(', ');
}

/** The actions that a line leads to. */
export function actionsOfLine(
  { actions }: Pick<WholeCase, 'actions'>,
  { id, decision }: Pick<CaseLine, 'id' | 'decision'>,
): CaseAction[] {
  return actions.filter(
    ({ lines, is_general }) => lines.includes(id) || (is_general && decision === 'action'),
  );
}

/** The numbers of the lines that an action names. */
export function linesOfAction({ lines }: Pick<WholeCase, 'lines'>, action: CaseAction): number[] {
  const named = new Set(action.lines);
  return lines.filter(({ id }) => named.has(id)).map(({ position }) => position);
}
