import { actionState, actionTitle, factsOf, personIn } from '#contract/case-facts.ts';
import { caseStateNames } from '#contract/case-words.ts';
import type { CaseLine, WholeCase } from '#contract/cases.ts';
import printed from '../../redline/printed.module.css';
import { usePrinting } from '../../redline/printed.tsx';
import { listRows } from '../lines.ts';
import { Events } from './case-history.tsx';
import { Decided, Former, LineActions, LineText } from './line-row.tsx';

/** The whole case for the printer: on the screen, only the lines in view exist, and paper has no buttons. */
export function PrintedCase({ of }: { of: WholeCase }) {
  const printedAt = usePrinting();
  if (printedAt === null) return null;
  return (
    <article className={printed.printed}>
      <h1>
        {of.doc_num} Rev. {of.doc_rev} · Case {of.id}, {caseStateNames[of.state]}
      </h1>
      <p>Printed on {printedAt.toLocaleDateString('en-GB', { dateStyle: 'long' })}.</p>
      {factsOf(of).map(([name, value]) => (
        <p key={name}>
          {name}: <b>{value}</b>
        </p>
      ))}
      {listRows(of.lines).map((row) =>
        row.type === 'part' ? (
          <h2 key={row.title}>
            {row.title} ({row.count})
          </h2>
        ) : (
          <PrintedLine key={row.line.id} of={of} line={row.line} />
        ),
      )}
      <h2>Actions</h2>
      {of.actions.length === 0 && <p>None.</p>}
      {of.actions.map((action) => (
        <p key={action.id}>
          <b>{actionTitle(action)}</b> {personIn(of, action.owner)} {actionState(action)}{' '}
          {action.evidence}
        </p>
      ))}
      <h2>History</h2>
      <Events of={of} />
    </article>
  );
}

function PrintedLine({ of, line }: { of: WholeCase; line: CaseLine }) {
  return (
    <div className={printed.change}>
      <span>{line.position}.</span>
      <div>
        {line.clause} <LineText text={line.text} />
        <p>
          <Decided of={of} line={line} />
        </p>
        {line.remark !== '' && <p>{line.remark}</p>}
        <Former of={of} line={line} />
        <LineActions of={of} line={line} />
      </div>
    </div>
  );
}
