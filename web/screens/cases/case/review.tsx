import { useMemo, useState } from 'react';
import type { CaseDecision } from '#contract/case-words.ts';
import type { CaseLine, WholeCase } from '#contract/cases.ts';
import { filtered, type LineFilter } from '../lines.ts';
import { CasePages } from './case-pages.tsx';
import { LineRow } from './line-row.tsx';
import styles from './review.module.css';
import { useDecisionKeys } from './use-decision-keys.ts';
import type { CaseCalls } from './use-case-calls.ts';
import { useRemarks } from './use-remarks.ts';
import type { RedlineView } from '../../redline/address.ts';
import { WorkingList } from './working-list.tsx';

type Props = {
  of: WholeCase;
  calls: CaseCalls;
  view: RedlineView;
  isCompact: boolean;
};

/** The review is the redline: the changes as a working list, and beside it both documents. */
export function Review({ of, calls, view, isCompact }: Props) {
  const [filter, setFilter] = useState<LineFilter>('all');
  const [looked, setCurrent] = useState<number | null>(null);
  // The list comes later than the case, and may be made again.
  const isListed = of.lines.some(({ position }) => position === looked);
  const current = isListed ? looked : (of.lines[0]?.position ?? null);
  const [isListOpen, setListOpen] = useState(true);
  const remarks = useRemarks(calls);
  const shown = useMemo(() => filtered(of.lines, filter), [of.lines, filter]);
  const mayDecide = of.may_review && of.state === 'in_review' && of.lines_state !== 'waiting';

  function decide(positions: readonly number[], decision: CaseDecision | null) {
    const [only] = positions;
    if (positions.length === 1 && only !== undefined) setCurrent(only);
    // Where it leaves the list, the next one is looked at, or the one before.
    const leaves = filter !== 'all' && decision !== filter;
    if (leaves && current !== null && positions.includes(current)) {
      const at = shown.findIndex(({ position }) => position === current);
      const stays = ({ position }: CaseLine) => !positions.includes(position);
      const next = shown.slice(at).find(stays) ?? shown.slice(0, at).findLast(stays);
      setCurrent(next?.position ?? null);
    }
    calls.decide({ positions: [...positions], decision }).catch(() => {}); // `calls.fault` says it
  }

  useDecisionKeys((decision) => {
    const line = of.lines.find(({ position }) => position === current);
    if (!mayDecide || line === undefined) return;
    decide([line.position], line.decision === decision ? null : decision);
  });

  const currentLine = of.lines.find(({ position }) => position === current);
  const hasPages = of.comparison !== null;
  const isReading = isCompact && hasPages && view !== 'list';
  const row = { mayDecide, decide, remarks };
  return (
    <section
      className={styles.review}
      aria-label="Review"
      data-pages={hasPages && !isCompact}
      data-list={isListOpen || !hasPages}
      data-reading={isReading}
    >
      {!isReading && (isListOpen || isCompact || !hasPages) && (
        <WorkingList
          {...{ of, calls, filter, setFilter, shown, current, setCurrent, ...row }}
          hasPagesLink={isCompact && hasPages}
        />
      )}
      {of.comparison !== null && (!isCompact || isReading) && (
        <div className={styles.pages}>
          {isReading && currentLine !== undefined && (
            <div className={styles.currentLine}>
              <LineRow line={currentLine} isCurrent isStop {...row} />
            </div>
          )}
          <CasePages
            {...{ of, view, isCompact, isListOpen, setListOpen, shown, current, setCurrent }}
            sides={of.comparison}
          />
        </div>
      )}
    </section>
  );
}
