import {
  actionsOfLine,
  actionState,
  actionTitle,
  factsOf,
  formerWords,
  linesOfAction,
  personIn,
} from '#contract/case-facts.ts';
import { caseActionNames, caseDecisionNames } from '#contract/case-words.ts';
import type { WholeCase } from '#contract/cases.ts';
import type { CellKind } from '../spreadsheet/workbook.ts';

/** A sheet of the evidence: its columns, and the rows of a case. */
export type EvidenceTable = {
  name: string;
  columns: readonly (readonly [name: string, kind?: CellKind])[];
  rowsOf: (of: WholeCase) => string[][];
};

const caseColumns = [
  ['Case', 'number'],
  ['Customer'],
  ['Standard number'],
  ['Revision'],
  ['Language'],
  ['Description'],
  ['Amends'],
  ['Baseline'],
  ['State'],
  ['Notified', 'day'],
  ['Notified, each value'],
  ['Received', 'day'],
  ['First due', 'day'],
  ['Due', 'day'],
  ['Due by'],
  ['Due, each value'],
  ['Late'],
  ['Reviewed', 'day'],
  ['Signed by'],
  ['Implemented', 'day'],
  ['Implemented, each value'],
  ['Verdict'],
  ['Owner'],
  ['Reviewers'],
  ['Time zone of the days'],
  ['SHA-256 of the baseline PDF'],
  ['SHA-256 of the PDF'],
  ['Version of the comparison', 'number'],
  ['Not shown'],
] as const;

const named = [['Case', 'number'], ['Standard number'], ['Revision']] as const;
const nameOf = ({ id, doc_num, doc_rev }: WholeCase) => [String(id), doc_num, doc_rev];

export const evidenceTables: readonly EvidenceTable[] = [
  {
    name: 'Cases',
    columns: caseColumns,
    rowsOf: (of) => {
      const facts = new Map([['Case', String(of.id)], ...factsOf(of)]);
      return [caseColumns.map(([name]) => facts.get(name) ?? '')];
    },
  },
  {
    name: 'Lines',
    columns: [
      ...named,
      ['Line', 'number'],
      ['Clause'],
      ['Text'],
      ['Decision'],
      ['Decided by'],
      ['Decided at'],
      ['Remark'],
      ['Remark by'],
      ['Decided before'],
      ['Text changed since'],
      ['Actions and proof'],
    ],
    rowsOf: (of) =>
      of.lines.map((line) => {
        const former = formerWords(of, line);
        const actions = actionsOfLine(of, line).map((action) => {
          const proof = action.evidence === '' ? '' : `: ${action.evidence}`;
          return `${actionTitle(action)}, ${actionState(action)}${proof}`;
        });
        return [
          ...nameOf(of),
          String(line.position),
          line.clause ?? '',
          line.text,
          line.decision === null ? '' : caseDecisionNames[line.decision],
          personIn(of, line.decided_by),
          line.decided_at ?? '',
          line.remark,
          personIn(of, line.remark_by),
          line.former === null ? '' : `${former}: ${caseDecisionNames[line.former.decision]}`,
          line.is_former ? 'yes' : '',
          actions.join('; '),
        ];
      }),
  },
  {
    name: 'Actions',
    columns: [
      ...named,
      ['Action'],
      ['Reference'],
      ['Owner'],
      ['Due', 'day'],
      ['Done', 'day'],
      ['Evidence'],
      ['Lines'],
    ],
    rowsOf: (of) =>
      of.actions.map((action) => [
        ...nameOf(of),
        caseActionNames[action.kind],
        action.reference,
        personIn(of, action.owner),
        action.due_on ?? '',
        action.done_on ?? '',
        action.evidence,
        linesOfAction(of, action).join(', '),
      ]),
  },
  {
    name: 'History',
    columns: [...named, ['Time (UTC)'], ['Person'], ['Event']],
    rowsOf: (of) =>
      of.events.map(({ at, user, text }) => [...nameOf(of), at, personIn(of, user), text]),
  },
];
