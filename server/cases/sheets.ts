import {
  caseActionNames,
  caseDecisionNames,
  caseStateNames,
  caseVerdictNames,
} from '#contract/case-words.ts';
import type { Case, CaseFilter, WholeCase } from '#contract/cases.ts';
import type { Db } from '../db/schema.ts';
import { type Asking, casesInPages } from './cases.ts';
import { type Evidence, hiddenWords } from './evidence-words.ts';

const headings = [
  'id',
  'customer',
  'doc_num',
  'language',
  'doc_rev',
  'previous_rev',
  'reason',
  'state',
  'notified_on',
  'received_on',
  'due_on',
  'reviewed_on',
  'implemented_on',
  'owner',
  'verdict',
  'is_late',
] as const satisfies (keyof Case)[];

/** The cases that a filter lets through, as rows of a spreadsheet with the header first. */
export async function* caseSheet(
  db: Db,
  filter: CaseFilter,
  asking: Asking,
): AsyncGenerator<string[][]> {
  yield [[...headings]];
  for await (const cases of casesInPages(db, filter, asking)) {
    yield cases.map((one) => headings.map((heading) => cellOf(one[heading])));
  }
}

function cellOf(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null ? '' : String(value);
}

/** Cases as evidence: dates, people, verdict, every change with its decision, actions, history, hashes. */
export async function* evidenceSheet({ title, cases }: Evidence): AsyncGenerator<string[][]> {
  if (cases.length > 1) yield [[title], ['Cases', String(cases.length)], []];
  for (const of of cases) yield [...caseRows(of), []];
}

function caseRows(of: WholeCase): string[][] {
  const verdict = of.verdict === null ? '' : caseVerdictNames[of.verdict];
  return [
    ['Change case', String(of.id)],
    ['Customer', of.customer],
    ['Standard number', of.doc_num],
    ['Language', of.language ?? ''],
    ['Revision', of.doc_rev],
    ['Previous revision', of.previous_rev ?? ''],
    ['State', caseStateNames[of.state]],
    ['Notified', of.notified_on ?? ''],
    ['Received', of.received_on],
    ['Due', of.due_on],
    ['Due by', `${of.due_days} working days after ${of.due_from}, ${of.calendar}`],
    ['Due day moved or waived', of.due_reason ?? ''],
    ['Reviewed', of.reviewed_on ?? ''],
    ['Late', of.is_late ? 'yes' : 'no'],
    ['Implemented', of.implemented_on ?? ''],
    ['Verdict', verdict],
    ['Signed by', of.signed_by ?? ''],
    ['Owner', of.owner ?? ''],
    ['Reviewers', of.reviewers.join(', ')],
    ['SHA-256 of the previous PDF', of.from_hash ?? ''],
    ['SHA-256 of the PDF', of.to_hash ?? ''],
    ['Version of the comparison', of.engine === null ? '' : String(of.engine)],
    [],
    ...(of.lines_state === 'hidden' ? [[hiddenWords]] : []),
    ['Change', 'Clause', 'Text', 'Decision', 'Decided by', 'Remark', 'Remark by'],
    ...of.lines.map((line) => [
      String(line.position),
      line.clause ?? '',
      line.text,
      line.decision === null ? '' : caseDecisionNames[line.decision],
      line.decided_by ?? '',
      line.remark,
      line.remark_by ?? '',
    ]),
    [],
    ['Action', 'Reference', 'Owner', 'Due', 'Done', 'Evidence'],
    ...of.actions.map((action) => [
      caseActionNames[action.kind],
      action.reference,
      action.owner ?? '',
      action.due_on ?? '',
      action.done_on ?? '',
      action.evidence,
    ]),
    [],
    ['Time', 'User', 'Event'],
    ...of.events.map(({ at, user, text }) => [at, user, text]),
  ];
}
