import type { KeyboardEvent } from 'react';
import { FileDiff } from 'lucide-react';
import { Link } from 'react-router';
import { caseDecisionNames, caseDecisions } from '#contract/case-words.ts';
import {
  actionState,
  actionsOfLine,
  actionTitle,
  formerWords,
  personIn,
} from '#contract/case-facts.ts';
import type { CaseLine, WholeCase } from '#contract/cases.ts';
import { piecesOf } from '../line-text.ts';
import type { Made } from '../lines.ts';
import { ariaKeys, shownKeys } from '../../../ui/commands.ts';
import form from '../../form.module.css';
import styles from './line-row.module.css';
import { TakenNote, TakeNote } from './note-remark.tsx';
import type { CaseCalls } from './use-case-calls.ts';

export type LineTools = {
  mayDecide: boolean;
  decide: (lines: readonly number[], made: Made) => void;
  calls: CaseCalls;
  /** The case; notes on its revision can be remarks. */
  of: WholeCase;
};

type Props = LineTools & {
  line: CaseLine;
  isCurrent: boolean;
  /** The Tab key stops here. */
  isStop: boolean;
  isChosen?: boolean;
  onChoose?: () => void;
  onLook?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Where its place on the pages is shown, on a small screen. */
  pagesLink?: string | null;
};

/** A line of the review: what changed, the decision, and a remark. */
export function LineRow(props: Props) {
  const { line, isCurrent, isStop, isChosen, onChoose, onLook, onKeyDown, pagesLink } = props;
  const { mayDecide, calls } = props;
  const { position, clause, decision } = line;
  const isUnsaved = calls.unsaved.some((one) => one.line === line.id && one.refused === null);
  const tabIndex = isStop ? 0 : -1;
  return (
    <div
      className={styles.line}
      data-line={line.id}
      data-current={isCurrent}
      data-decision={decision ?? 'left'}
    >
      {mayDecide && onChoose !== undefined && (
        <input
          type="checkbox"
          className={styles.choice}
          aria-label={`Choose line ${position}`}
          tabIndex={tabIndex}
          checked={isChosen}
          onChange={onChoose}
        />
      )}
      <button
        type="button"
        className={styles.text}
        tabIndex={tabIndex}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onLook}
        onKeyDown={onKeyDown}
      >
        <span className={styles.facts}>
          <span>No. {position}</span> {clause !== null && <span>{clause}</span>}
          {isUnsaved && <span className={styles.waiting}>Waiting</span>}
        </span>{' '}
        <LineText text={line.text} />
      </button>
      <div className={styles.below}>
        {mayDecide ? <Decisions {...props} tabIndex={tabIndex} /> : <Decided {...props} />}
        {isCurrent && pagesLink != null && (
          <Link to={pagesLink} className={styles.pages}>
            <FileDiff size="1rem" aria-hidden />
            Show on the pages
          </Link>
        )}
      </div>
      <Former {...props} />
      <LineActions {...props} />
      <Remark {...props} tabIndex={tabIndex} />
    </div>
  );
}

export function LineText({ text }: { text: string }) {
  return (
    <span className={styles.sentence}>
      {piecesOf(text).map((piece, at) => {
        // oxlint-disable react/no-array-index-key -- the pieces of a text never change
        if (piece.kind === 'deleted') return <del key={at}>{piece.text}</del>;
        if (piece.kind === 'inserted') return <ins key={at}>{piece.text}</ins>;
        return <span key={at}>{piece.text}</span>;
        // oxlint-enable react/no-array-index-key
      })}
    </span>
  );
}

type PartProps = LineTools & { line: CaseLine; isCurrent: boolean; tabIndex: number };

function Decisions({ line, decide, tabIndex }: PartProps) {
  const { id, position, decision } = line;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `fieldset` would need a legend to be seen
    <div className={styles.decisions} role="group" aria-label={`Decision about line ${position}`}>
      {caseDecisions.map((one) => (
        <button
          key={one}
          type="button"
          data-decision={one}
          tabIndex={tabIndex}
          aria-pressed={decision === one}
          aria-keyshortcuts={ariaKeys(one)}
          title={[caseDecisionNames[one], ...shownKeys(one)].join(', key ')}
          onClick={() => decide([id], { decision: decision === one ? null : one })}
        >
          {caseDecisionNames[one]}
        </button>
      ))}
    </div>
  );
}

/** What was decided about the text before, until it is decided here. */
export function Former({ of, line }: Pick<Props, 'of' | 'line'>) {
  const words = formerWords(of, line);
  if (words === null || line.former === null) return null;
  return (
    <p className={styles.facts}>
      {words}: <b>{caseDecisionNames[line.former.decision]}</b>
      {line.is_former && ' The text was changed again or reverted since.'}
    </p>
  );
}

export function LineActions({ of, line }: Pick<Props, 'of' | 'line'>) {
  if (line.decision !== 'action') return null;
  const actions = actionsOfLine(of, line);
  if (actions.length === 0) return <p className={styles.facts}>No action yet</p>;
  return actions.map((action) => (
    <p key={action.id} className={styles.facts}>
      {actionTitle(action)}, {actionState(action)}
    </p>
  ));
}

export function Decided({
  of,
  line: { decision, decided_by, remark_by },
}: Pick<Props, 'of' | 'line'>) {
  const remarked =
    remark_by === null || remark_by === decided_by ? null : `Remark by ${personIn(of, remark_by)}`;
  if (decision === null) {
    return (
      <span className={styles.facts}>{['No decision', remarked].filter(Boolean).join(' · ')}</span>
    );
  }
  return (
    <span className={styles.facts}>
      <b data-decision={decision}>{caseDecisionNames[decision]}</b>
      {decided_by !== null && <span>{personIn(of, decided_by)}</span>}
      {remarked !== null && <span>{remarked}</span>}
    </span>
  );
}

function Remark({ line, isCurrent, mayDecide, calls, tabIndex, of }: PartProps) {
  const { id, position, remark } = line;
  if (!mayDecide) {
    if (remark === '') return null;
    return (
      <p className={styles.remark}>
        {remark} <TakenNote {...{ of, remark }} />
      </p>
    );
  }
  const isUnsaved = calls.unsaved.some((one) => one.line === id);
  if (!isCurrent && remark === '' && !isUnsaved) return null;
  return (
    <>
      <input
        className={`${form.input} ${styles.remark}`}
        aria-label={`Remark about line ${position}`}
        placeholder="Remark"
        maxLength={2000}
        tabIndex={tabIndex}
        value={remark}
        onChange={({ target }) => calls.type(id, target.value)}
        onBlur={calls.leave}
        onKeyDown={({ key, nativeEvent, currentTarget }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) currentTarget.blur();
        }}
      />
      <div className={styles.below}>
        {isCurrent && (
          <TakeNote {...{ of, tabIndex }} take={(text) => calls.decide([id], { remark: text })} />
        )}
        <TakenNote {...{ of, remark }} />
      </div>
    </>
  );
}
