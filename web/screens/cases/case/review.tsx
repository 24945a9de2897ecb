import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CaseLine, WholeCase } from '#contract/cases.ts';
import { filtered, type LastDecision, type LineFilter, type Made, undoOf } from '../lines.ts';
import { CasePages } from './case-pages.tsx';
import { LineRow } from './line-row.tsx';
import colors from '../../redline/colors.module.css';
import styles from './review.module.css';
import { useDecisionKeys } from './use-decision-keys.ts';
import type { CaseCalls } from './use-case-calls.ts';
import { useRemarks } from './use-remarks.ts';
import { numberIn, type RedlineView } from '../../redline/address.ts';
import { useCurrentChange } from '../../redline/use-current-change.ts';
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
  const [params] = useSearchParams();
  const inAddress = numberIn(params, 'line');
  const [looked, setCurrent] = useCurrentChange('line', inAddress);
  const [isLinked] = useState(inAddress !== null);
  const [last, setLast] = useState<LastDecision | null>(null);
  // The list comes later than the case, and may be made again.
  const isListed = of.lines.some(({ position }) => position === looked);
  const current = isListed ? looked : (of.lines[0]?.position ?? null);
  const [isListOpen, setListOpen] = useState(true);
  const remarks = useRemarks(calls);
  const shown = useMemo(() => filtered(of.lines, filter), [of.lines, filter]);
  const mayDecide = of.may_review && of.state === 'in_review' && of.lines_state !== 'waiting';

  function decide(positions: readonly number[], made: Made) {
    const chosen = new Set(positions);
    const [only] = positions;
    if (positions.length === 1 && only !== undefined) setCurrent(only);
    // Where it leaves the list, the next one is looked at, or the one before.
    const leaves = filter !== 'all' && made.decision !== undefined && made.decision !== filter;
    if (leaves && current !== null && chosen.has(current)) {
      const at = shown.findIndex(({ position }) => position === current);
      const stays = ({ position }: CaseLine) => !chosen.has(position);
      const next = shown.slice(at).find(stays) ?? shown.slice(0, at).findLast(stays);
      if (next !== undefined) setCurrent(next.position);
    }
    setLast({ before: of.lines.filter(({ position }) => chosen.has(position)), made });
    calls.decide({ positions: [...positions], ...made }).catch(() => {}); // `calls.failed` says it
  }

  async function undo() {
    if (last === null) return;
    setLast(null);
    for (const step of undoOf(last.before, last.made, of.lines)) {
      await calls.decide(step).catch(() => {}); // `calls.failed` says it
    }
  }

  useDecisionKeys((decision) => {
    const line = of.lines.find(({ position }) => position === current);
    if (!mayDecide) return;
    if (decision === 'undo') void undo();
    else if (line !== undefined) {
      decide([line.position], { decision: line.decision === decision ? null : decision });
    }
  });

  const currentLine = of.lines.find(({ position }) => position === current);
  const hasPages = of.comparison !== null;
  const isReading = isCompact && hasPages && view !== 'list';
  const row = { mayDecide, decide, remarks, of };
  return (
    <section
      className={`${colors.colors} ${styles.review}`}
      aria-label="Review"
      data-pages={hasPages && !isCompact}
      data-list={isListOpen || !hasPages}
      data-reading={isReading}
    >
      {!isReading && (isListOpen || isCompact || !hasPages) && (
        <WorkingList
          {...{ calls, filter, setFilter, shown, current, setCurrent, last, ...row }}
          undo={() => void undo()}
          hasPagesLink={isCompact && hasPages}
          isLinked={isLinked}
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
