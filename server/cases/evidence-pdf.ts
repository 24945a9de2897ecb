import {
  actionsOfLine,
  actionState,
  actionTitle,
  factsOf,
  formerWords,
  lateWords,
  linesOfAction,
  personIn,
} from '#contract/case-facts.ts';
import { caseDecisionNames, caseStateNames } from '#contract/case-words.ts';
import type { CaseLine, WholeCase } from '#contract/cases.ts';
import type { ContextPiece } from '#contract/redline.ts';
import { type Evidence, titleOf } from './evidence-words.ts';
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

function summaryOf(of: WholeCase): string {
  const { customer, state, due_on, reviewed_on } = of;
  const reviewed = reviewed_on === null ? '' : `reviewed ${reviewed_on}`;
  const late = lateWords(of);
  const parts = [customer, caseStateNames[state], `due ${due_on}`, reviewed];
  return [...parts, late === null ? '' : `late ${late}`].filter(Boolean).join(' · ');
}

function writeCase(paper: ReportPaper, of: WholeCase): void {
  paper.rule();
  for (const [name, value] of factsOf(of)) paper.write(`${name}: ${value}`);
  paper.rule();
  paper.write(`Changes (${of.lines.length})`, { font: bold, size: 11 });
  for (const line of of.lines) writeLine(paper, of, line);
  paper.rule();
  paper.write(`Actions (${of.actions.length})`, { font: bold, size: 11 });
  for (const action of of.actions) {
    paper.keepTogether();
    const owner = action.owner === null ? 'no owner' : personIn(of, action.owner);
    const lines = linesOfAction(of, action);
    const about = lines.length === 0 ? '' : `lines ${lines.join(', ')}`;
    const facts = [actionTitle(action), owner, actionState(action), about];
    paper.write(facts.filter(Boolean).join(' · '));
    if (action.evidence !== '') paper.write(`Evidence: ${action.evidence}`, { indent: 12 });
  }
  paper.rule();
  paper.write('History', { font: bold, size: 11 });
  for (const { at, user, text } of of.events) {
    paper.write(`${utc(new Date(at))} · ${personIn(of, user)} · ${text}`);
  }
}

function writeLine(paper: ReportPaper, of: WholeCase, line: CaseLine): void {
  paper.keepTogether();
  const decision = line.decision === null ? 'Not decided' : caseDecisionNames[line.decision];
  const by = personIn(of, line.decided_by);
  const facts = [`${line.position}. ${decision}`, by, line.clause ?? ''];
  paper.write(facts.filter(Boolean).join(' · '), { colour: colours.quiet, size: 8.5 });
  paper.pieces(piecesOf(line.text));
  const remarked = line.remark_by === line.decided_by ? null : line.remark_by;
  const said = remarked === null ? 'Remark' : `Remark by ${personIn(of, remarked)}`;
  if (line.remark !== '') paper.write(`${said}: ${line.remark}`, { indent: 12 });
  if (line.former !== null) {
    const since = line.is_former ? '. Its text was changed again or reverted since' : '';
    const former = `${formerWords(of, line)}: ${caseDecisionNames[line.former.decision]}${since}`;
    paper.write(former, { indent: 12 });
  }
  for (const action of actionsOfLine(of, line)) {
    const proof = action.evidence === '' ? '' : `: ${action.evidence}`;
    paper.write(`Action: ${actionTitle(action)}, ${actionState(action)}${proof}`, { indent: 12 });
  }
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
