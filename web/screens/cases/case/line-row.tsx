import type { KeyboardEvent } from 'react';
import { FileDiff } from 'lucide-react';
import { Link } from 'react-router';
import { caseDecisionNames, caseDecisions } from '#contract/case-words.ts';
import type { CaseLine } from '#contract/cases.ts';
import { piecesOf } from '../line-text.ts';
import type { Made } from '../lines.ts';
import form from '../../form.module.css';
import styles from './line-row.module.css';
import { type RemarkedDocument, TakenNote, TakeNote } from './note-remark.tsx';
import type { Remarks } from './use-remarks.ts';

export type LineTools = {
  mayDecide: boolean;
  decide: (positions: readonly number[], made: Made) => void;
  remarks: Remarks;
  /** The new revision, whose notes can be remarks. */
  of: RemarkedDocument;
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
  const { mayDecide } = props;
  const { position, clause, decision } = line;
  const tabIndex = isStop ? 0 : -1;
  return (
    <div className={styles.line} data-current={isCurrent} data-decision={decision ?? 'left'}>
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
        </span>{' '}
        <LineText text={line.text} />
      </button>
      <div className={styles.below}>
        {mayDecide ? <Decisions {...props} tabIndex={tabIndex} /> : <Decided line={line} />}
        {isCurrent && pagesLink != null && (
          <Link to={pagesLink} className={styles.pages}>
            <FileDiff size="1rem" aria-hidden />
            Show on the pages
          </Link>
        )}
      </div>
      <Remark {...props} tabIndex={tabIndex} />
    </div>
  );
}

function LineText({ text }: { text: string }) {
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
  const { position, decision } = line;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `fieldset` would need a legend to be seen
    <div className={styles.decisions} role="group" aria-label={`Decision about line ${position}`}>
      {caseDecisions.map((one, at) => (
        <button
          key={one}
          type="button"
          data-decision={one}
          tabIndex={tabIndex}
          aria-pressed={decision === one}
          aria-keyshortcuts={String(at + 1)}
          title={`${caseDecisionNames[one]} (${at + 1})`}
          onClick={() => decide([position], { decision: decision === one ? null : one })}
        >
          {caseDecisionNames[one]}
        </button>
      ))}
    </div>
  );
}

function Decided({ line: { decision, decided_by, remark_by } }: { line: CaseLine }) {
  const remarked = remark_by === null || remark_by === decided_by ? null : `Remark by ${remark_by}`;
  if (decision === null) {
    return (
      <span className={styles.facts}>{['No decision', remarked].filter(Boolean).join(' · ')}</span>
    );
  }
  return (
    <span className={styles.facts}>
      <b data-decision={decision}>{caseDecisionNames[decision]}</b>
      {decided_by !== null && <span>{decided_by}</span>}
      {remarked !== null && <span>{remarked}</span>}
    </span>
  );
}

function Remark({ line, isCurrent, mayDecide, remarks, tabIndex, of }: PartProps) {
  const { position, remark } = line;
  const draft = remarks.drafts.get(position);
  if (!mayDecide) {
    if (remark === '') return null;
    return (
      <p className={styles.remark}>
        {remark} <TakenNote {...{ of, remark }} />
      </p>
    );
  }
  if (!isCurrent && remark === '' && draft === undefined) return null;
  return (
    <>
      <input
        className={`${form.input} ${styles.remark}`}
        aria-label={`Remark about line ${position}`}
        placeholder="Remark"
        maxLength={2000}
        tabIndex={tabIndex}
        value={draft ?? remark}
        onChange={({ target }) => remarks.type(position, target.value)}
        onBlur={() => remarks.save(position)}
        onKeyDown={({ key, nativeEvent, currentTarget }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) currentTarget.blur();
        }}
      />
      <div className={styles.below}>
        {isCurrent && (
          <TakeNote {...{ of, tabIndex }} take={(text) => remarks.take(position, text)} />
        )}
        <TakenNote {...{ of, remark }} />
      </div>
    </>
  );
}
