import {
  caseActionNames,
  caseDecisionNames,
  caseStateNames,
  caseVerdictNames,
} from '#contract/case-words.ts';
import type { WholeCase } from '#contract/cases.ts';
import type { ContextPiece } from '#contract/redline.ts';
import { type Evidence, hiddenWords, titleOf } from './evidence-words.ts';
import { bold } from '../paper/fonts.ts';
import { colours, ReportPaper, utc } from '../paper/report-paper.ts';

/** Cases to file: dates, people, verdict, every change with its decision, actions, history, hashes. */
export async function evidencePdf({ title, cases }: Evidence, madeAt: Date): Promise<Buffer> {
  const paper = new ReportPaper(title, madeAt);
  paper.write(title, { font: bold, size: 16 });
  paper.write(`Made on ${utc(madeAt)}`, { colour: colours.quiet });
  if (cases.length > 1) {
    paper.write(`Cases: ${cases.length}`);
    for (const of of cases) paper.write(`${titleOf(of)} · ${summaryOf(of)}`);
  }
  for (const of of cases) {
    if (cases.length > 1) {
      paper.newPage();
      paper.write(titleOf(of), { font: bold, size: 13 });
    }
    writeCase(paper, of);
  }
  return paper.finish(title, madeAt);
}

function summaryOf({ customer, state, due_on, reviewed_on, is_late }: WholeCase): string {
  const reviewed = reviewed_on === null ? '' : `reviewed ${reviewed_on}`;
  const parts = [customer, caseStateNames[state], `due ${due_on}`, reviewed, is_late ? 'late' : ''];
  return parts.filter(Boolean).join(' · ');
}

function writeCase(paper: ReportPaper, of: WholeCase): void {
  paper.rule();
  for (const [name, value] of factsOf(of)) paper.write(`${name}: ${value}`);
  paper.rule();
  paper.write(`Changes (${of.lines.length})`, { font: bold, size: 11 });
  if (of.lines_state === 'hidden') paper.write(hiddenWords);
  for (const line of of.lines) {
    paper.keepTogether();
    const decision = line.decision === null ? 'Not decided' : caseDecisionNames[line.decision];
    const facts = [`${line.position}. ${decision}`, line.decided_by ?? '', line.clause ?? ''];
    paper.write(facts.filter(Boolean).join(' · '), { colour: colours.quiet, size: 8.5 });
    paper.pieces(piecesOf(line.text));
    const by = line.remark_by === line.decided_by ? null : line.remark_by;
    const said = by === null ? 'Remark' : `Remark by ${by}`;
    if (line.remark !== '') paper.write(`${said}: ${line.remark}`, { indent: 12 });
  }
  paper.rule();
  paper.write(`Actions (${of.actions.length})`, { font: bold, size: 11 });
  for (const { kind, reference, owner, due_on, done_on, evidence } of of.actions) {
    paper.keepTogether();
    const state = done_on === null ? `due ${due_on ?? 'not set'}` : `done ${done_on}`;
    paper.write(`${caseActionNames[kind]} ${reference} · ${owner ?? 'no owner'} · ${state}`);
    if (evidence !== '') paper.write(`Evidence: ${evidence}`, { indent: 12 });
  }
  paper.rule();
  paper.write('History', { font: bold, size: 11 });
  for (const { at, user, text } of of.events) {
    paper.write(`${utc(new Date(at))} · ${user} · ${text}`);
  }
}

function factsOf(of: WholeCase): [string, string][] {
  const facts: [string, string | null][] = [
    ['Customer', of.customer],
    ['Description', of.doc_desc],
    ['Language', of.language],
    ['Previous revision', of.previous_rev],
    ['State', caseStateNames[of.state]],
    ['Notified', of.notified_on],
    ['Received', of.received_on],
    ['Due', `${of.due_on} (${of.due_days} working days after ${of.due_from}, ${of.calendar})`],
    ['Due day moved or waived', of.due_reason],
    ['Reviewed', of.reviewed_on === null ? null : `${of.reviewed_on}${of.is_late ? ', late' : ''}`],
    ['Implemented', of.implemented_on],
    ['Verdict', of.verdict === null ? null : caseVerdictNames[of.verdict]],
    ['Signed by', of.signed_by],
    ['Owner', of.owner],
    ['Reviewers', of.reviewers.join(', ')],
    ['SHA-256 of the previous PDF', of.from_hash],
    ['SHA-256 of the PDF', of.to_hash],
    ['Version of the comparison', of.engine === null ? null : String(of.engine)],
  ];
  return facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]]));
}

/** The words of a line with what was deleted and inserted; see CaseLine. */
export function piecesOf(text: string): ContextPiece[] {
  return text
    .split(/(\[-.*?-\]|\{\+.*?\+\})/s)
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (/^\[-.*-\]$/s.test(piece)) return { kind: 'deleted', text: piece.slice(2, -2) };
      if (/^\{\+.*\+\}$/s.test(piece)) return { kind: 'inserted', text: piece.slice(2, -2) };
      return { kind: 'same', text: piece };
    });
}
