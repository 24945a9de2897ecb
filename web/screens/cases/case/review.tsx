import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CaseDecision } from '#contract/case-words.ts';
import type { CaseLine, WholeCase } from '#contract/cases.ts';
import { useCommands } from '../../../ui/commands.ts';
import { filtered, type LastDecision, type LineFilter, type Made, undoOf } from '../lines.ts';
import { CasePages } from './case-pages.tsx';
import { LineRow } from './line-row.tsx';
import colors from '../../redline/colors.module.css';
import styles from './review.module.css';
import type { CaseCalls } from './use-case-calls.ts';
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
  const isListed = of.lines.some(({ id }) => id === looked);
  const first = of.lines.find(({ decision }) => decision === null) ?? of.lines[0];
  const current = isListed ? looked : (first?.id ?? null);
  const [isListOpen, setListOpen] = useState(true);
  const shown = useMemo(() => filtered(of.lines, filter), [of.lines, filter]);
  const mayDecide = of.may_review && of.state === 'in_review' && of.lines_state !== 'waiting';

  function decide(ids: readonly number[], made: Made) {
    const chosen = new Set(ids);
    const about = (ids.length === 1 ? ids[0] : undefined) ?? current;
    if (about !== null) setCurrent(about);
    // Where it leaves the list, the next one is looked at, or the one before.
    const leaves = filter !== 'all' && made.decision !== undefined && made.decision !== filter;
    if (leaves && about !== null && chosen.has(about)) {
      const at = shown.findIndex(({ id }) => id === about);
      const stays = ({ id }: CaseLine) => !chosen.has(id);
      const next = shown.slice(at).find(stays) ?? shown.slice(0, at).findLast(stays);
      if (next !== undefined) setCurrent(next.id);
    }
    setLast({ before: of.lines.filter(({ id }) => chosen.has(id)), made });
    calls.decide(ids, made);
  }

  function undo() {
    if (last === null) return;
    setLast(null);
    for (const { ids, ...step } of undoOf(last.before, last.made, of.lines)) {
      calls.decide(ids, step);
    }
  }

  // About the line that has the focus, and none that is filtered out.
  const byKey = (decision: CaseDecision) => (event: KeyboardEvent) => {
    const focused = event.target instanceof Element && event.target.closest('[data-line]');
    const id = focused instanceof HTMLElement ? Number(focused.dataset['line']) : current;
    const line = shown.find((one) => one.id === id);
    if (line === undefined || event.repeat) return;
    decide([line.id], { decision: line.decision === decision ? null : decision });
  };
  useCommands(
    {
      no_impact: byKey('no_impact'),
      action: byKey('action'),
      question: byKey('question'),
      undoDecision: ({ repeat }) => void (repeat || undo()),
    },
    mayDecide,
  );

  const currentLine = of.lines.find(({ id }) => id === current);
  const hasPages = of.comparison !== null;
  const isReading = isCompact && hasPages && view !== 'list';
  const row = { mayDecide, decide, calls, of };
  return (
    <section
      className={`${colors.colors} ${styles.review}`}
      aria-label="Review"
      data-keys="redline"
      data-pages={hasPages && !isCompact}
      data-list={isListOpen || !hasPages}
      data-reading={isReading}
    >
      {!isReading && (isListOpen || isCompact || !hasPages) && (
        <WorkingList
          {...{ filter, setFilter, shown, current, setCurrent, last, ...row }}
          undo={undo}
          hasPagesLink={isCompact && hasPages}
          isLinked={isLinked}
        />
      )}
      {of.comparison !== null && (!isCompact || isReading) && (
        <div className={styles.pages}>
          {isReading && currentLine !== undefined && (
            <div className={styles.currentLine} data-keys="changes">
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
