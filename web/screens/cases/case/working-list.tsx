import {
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Undo } from 'lucide-react';
import { caseDecisionNames, caseDecisions } from '#contract/case-words.ts';
import type { CaseLine, WholeCase } from '#contract/cases.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { ariaKeys } from '../../../ui/commands.ts';
import { Keys } from '../../../ui/keys.tsx';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { targetOf, useVirtualRows } from '../../redline/list/virtual-rows.ts';
import { reasonOf } from '../../search/search-api.ts';
import { isPending } from '../due-words.ts';
import form from '../../form.module.css';
import {
  type LastDecision,
  lineCounts,
  type LineFilter,
  lineFilters,
  listRows,
  type Made,
} from '../lines.ts';
import { caseAddress } from './case-address.ts';
import { LineRow, type LineTools } from './line-row.tsx';
import { NotSaved } from './not-saved.tsx';
import type { CaseCalls } from './use-case-calls.ts';
import keys from '../../../ui/keys.module.css';
import styles from './working-list.module.css';

type Props = LineTools & {
  filter: LineFilter;
  setFilter: (filter: LineFilter) => void;
  /** The lines that are not filtered out. */
  shown: readonly CaseLine[];
  current: number | null;
  setCurrent: (line: number) => void;
  last: LastDecision | null;
  undo: () => void;
  hasPagesLink: boolean;
  /** The address named a line when it was opened. */
  isLinked: boolean;
};

/** The changes, numbers and obligations first, each with its decision. */
export function WorkingList(props: Props) {
  const { of, calls, filter, setFilter, shown, mayDecide, decide, last, undo, isLinked } = props;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const panel = useRef<HTMLElement>(null);
  const counts = lineCounts(of.lines);
  const chosenShown = shown.filter(({ id }) => chosen.has(id));

  useEffect(
    function showLinkedLine() {
      // The list is below the head of the case, and as high as the window.
      if (isLinked) panel.current?.scrollIntoView({ block: 'end' });
    },
    [isLinked],
  );

  const focused = useRef<Element | null>(null);
  useLayoutEffect(function catchLostFocus() {
    // What was decided may have left the list, and the focus with it: the keys go on from the current line.
    if (focused.current?.isConnected !== false || document.activeElement !== document.body) return;
    const line = panel.current?.querySelector<HTMLElement>('[aria-current]') ?? panel.current;
    line?.focus({ preventScroll: true });
  });

  function toggle(id: number) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }

  function decideChosen(made: Made) {
    decide(
      chosenShown.map(({ id }) => id),
      made,
    );
    setChosen(new Set());
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only remembers the focus
    <section
      ref={panel}
      className={styles.panel}
      aria-label="Changes"
      tabIndex={-1} // a click on a button leaves the focus here in Safari
      onFocus={({ target }) => (focused.current = target)}
      data-keys="changes"
    >
      <div className={styles.top}>
        <div className={styles.progress}>
          <h2>Changes</h2>
          {counts.all > 0 && (
            <>
              <output>{counts.left === 0 ? 'All decided' : leftWords(counts)}</output>
              <progress aria-label="Decided" value={counts.all - counts.left} max={counts.all} />
            </>
          )}
        </div>
        <NotSaved calls={calls} />
        {mayDecide && <ConfirmFormer of={of} decide={decide} />}
        <ListNotice of={of} calls={calls} mayDecide={mayDecide} />
        {counts.all > 0 && <Filters counts={counts} filter={filter} setFilter={setFilter} />}
        {mayDecide && shown.length > 0 && (
          <div className={styles.many}>
            <label>
              <input
                type="checkbox"
                checked={chosenShown.length === shown.length}
                onChange={({ target }) =>
                  setChosen(new Set(target.checked ? shown.map(({ id }) => id) : []))
                }
              />
              {chosenShown.length === 0 ? 'Choose all' : `${chosenShown.length} chosen:`}
            </label>
            {chosenShown.length > 0 && <Many decide={decideChosen} />}
          </div>
        )}
        {mayDecide && last !== null && (
          <p className={styles.last}>
            <output>{lastWords(last)}</output>
            <IconButton aria-keyshortcuts={ariaKeys('undoDecision')} onClick={undo}>
              <Undo size="1rem" aria-hidden />
              Undo
            </IconButton>
          </p>
        )}
      </div>
      <Lines {...props} chosen={chosen} toggle={toggle} />
      {mayDecide && <AddLine calls={calls} />}
      {mayDecide && counts.all > 0 && (
        <p className={keys.keys}>
          <kbd>↑</kbd> <kbd>↓</kbd> change, <Keys of="no_impact" /> no impact, <Keys of="action" />{' '}
          action, <Keys of="question" /> question, <Keys of="undoDecision" /> undo
        </p>
      )}
    </section>
  );
}

/** Decisions about the same text in the case before, to be confirmed at once. */
function ConfirmFormer({ of, decide }: Pick<Props, 'of' | 'decide'>) {
  const open = of.lines.filter(
    ({ decision, former, is_former }) => decision === null && former !== null && !is_former,
  );
  const [first] = open;
  if (first?.former == null) return null;
  const confirm = () => {
    for (const decision of caseDecisions) {
      const ids = open.filter(({ former }) => former?.decision === decision).map(({ id }) => id);
      if (ids.length > 0) decide(ids, { decision });
    }
  };
  const lines = open.length === 1 ? 'One line was' : `${open.length} lines were`;
  const isOfOne = open.every(({ former }) => former?.doc_rev === first.former?.doc_rev);
  const where = isOfOne ? `the case of Rev. ${first.former.doc_rev}` : 'earlier cases';
  return (
    <div className={styles.notice}>
      <p>
        {lines} decided in {where}, about the same text.
      </p>
      <Button onClick={confirm}>Confirm {open.length === 1 ? 'it' : `all ${open.length}`}</Button>
    </div>
  );
}

/** A decision, a remark, or both, for all that are chosen. */
function Many({ decide }: { decide: (made: Made) => void }) {
  const [text, setText] = useState('');
  const remark = text.trim();
  const withRemark = remark === '' ? {} : { remark };
  return (
    <>
      {caseDecisions.map((decision) => (
        <button key={decision} type="button" onClick={() => decide({ decision, ...withRemark })}>
          {caseDecisionNames[decision]}
        </button>
      ))}
      <input
        className={form.input}
        aria-label="Remark for all chosen lines"
        placeholder="Remark for all chosen, replaces theirs"
        maxLength={2000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="button" disabled={remark === ''} onClick={() => decide({ remark })}>
        Only the remark
      </button>
    </>
  );
}

function lastWords({ before, made: { decision, remark } }: LastDecision): string {
  const [only] = before;
  const lines = before.length === 1 && only ? `Line ${only.position}` : `${before.length} lines`;
  const decided = decision == null ? 'no decision' : caseDecisionNames[decision];
  if (decision === undefined) return `${lines}: remark`;
  return `${lines}: ${decided}${remark === undefined ? '' : ', remark'}`;
}

function leftWords({ left, all }: Record<LineFilter, number>): string {
  return `${left.toLocaleString('en-GB')} of ${all.toLocaleString('en-GB')} left`;
}

const filterNames: Record<LineFilter, string> = {
  all: 'All',
  left: 'Left',
  ...caseDecisionNames,
};

type FiltersProps = {
  counts: Record<LineFilter, number>;
  filter: LineFilter;
  setFilter: (filter: LineFilter) => void;
};

function Filters({ counts, filter, setFilter }: FiltersProps) {
  const isShown = (one: LineFilter) => counts[one] > 0 || one === filter;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `fieldset` would need a legend to be seen
    <div className={styles.filters} role="group" aria-label="Show">
      {lineFilters.filter(isShown).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={filter === one}
          onClick={() => setFilter(one)}
        >
          {filterNames[one]} <span>{counts[one].toLocaleString('en-GB')}</span>
        </button>
      ))}
    </div>
  );
}

type NoticeProps = { of: WholeCase; calls: CaseCalls; mayDecide: boolean };

/** What has to be known of the list as a whole. */
function ListNotice({ of, calls, mayDecide }: NoticeProps): ReactNode {
  const [fault, setFault] = useState<string | null>(null);
  const renew = () =>
    void calls.renew().catch((error: unknown) => setFault(`Nothing changed. ${reasonOf(error)}`));
  if (of.lines_state === 'outdated') {
    return (
      <div className={styles.notice}>
        <p>
          This list is out of date: a PDF was replaced, or the comparison was improved. Decisions
          about the same text stay.
        </p>
        {mayDecide && <Button onClick={renew}>Update list</Button>}
        {fault !== null && <Alert>{fault}</Alert>}
      </div>
    );
  }
  const words = noticeWords(of);
  return words === null ? null : <p className={styles.notice}>{words}</p>;
}

/** Beside *Start review*, which asks nothing. */
const startWords =
  'After “Start review” reviewers decide about each line here. “Back to open…”, under More, undoes it.';

function noticeWords(of: WholeCase): string | null {
  const { lines_state, lines, state, reason, may_review } = of;
  if (lines_state === 'hidden') return 'The decisions appear here once the review is signed.';
  if (reason === 'order') return 'The review is in the case that opens once the order is set.';
  if (state === 'open' && may_review) return startWords;
  if (state === 'open') return 'The review has not started.';
  if (lines.length > 0) return null;
  if (state !== 'in_review' && of.reviewed_on === null) return 'This case had no review.';
  if (lines_state !== 'waiting') return noLinesWords(of);
  return 'The library is comparing the documents. The changes appear here in a moment.';
}

function noLinesWords(of: WholeCase): string {
  if (of.lines_state === 'there') return 'The comparison found no changes.';
  const why =
    of.previous_rev === null
      ? 'There is no earlier edition to compare with: review its own text.'
      : of.comparison === null
        ? `The baseline, Rev. ${of.previous_rev}, was deleted from the library.`
        : 'The comparison failed.';
  return isPending(of) && of.may_review ? `${why} Type the parts to review.` : why;
}

const usualRowPixels = 96;

type LinesProps = Props & { chosen: ReadonlySet<number>; toggle: (line: number) => void };

/** Only the lines near the view exist: there may be thousands. */
function Lines(props: LinesProps) {
  const { of, shown, current, setCurrent, chosen, toggle, hasPagesLink } = props;
  const { mayDecide, decide, calls } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => listRows(shown), [shown]);
  const at = rows.findIndex((row) => row.type === 'line' && row.line.id === current);
  const stop = at >= 0 ? at : rows.findIndex(({ type }) => type === 'line');
  const { virtual, focusNext } = useVirtualRows({
    scroller,
    count: rows.length,
    keyOf: (index) => {
      const row = rows[index];
      return row?.type === 'line' ? row.line.id : `part ${index}`;
    },
    usualPixels: usualRowPixels,
    at,
    stop,
  });

  function handleKeyDown(event: KeyboardEvent) {
    const place = shown.findIndex(({ id }) => id === current);
    const to = targetOf(event.key, shown, place);
    if (to === undefined) return;
    event.preventDefault();
    focusNext();
    setCurrent(to.id);
  }

  if (rows.length === 0) return null;
  return (
    <div ref={scroller} className={styles.scroller}>
      <div className={styles.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                {row.type === 'part' ? (
                  <h3 className={styles.part}>
                    {row.title} <span>{row.count}</span>
                  </h3>
                ) : (
                  <LineRow
                    line={row.line}
                    isCurrent={index === at}
                    isStop={index === stop}
                    isChosen={chosen.has(row.line.id)}
                    onChoose={() => toggle(row.line.id)}
                    onLook={() => setCurrent(row.line.id)}
                    onKeyDown={handleKeyDown}
                    pagesLink={
                      hasPagesLink && row.line.change !== null
                        ? caseAddress(of.id, 'pages', row.line.id)
                        : null
                    }
                    {...{ mayDecide, decide, calls, of }}
                  />
                )}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

/** A line of the free list. */
function AddLine({ calls }: { calls: CaseCalls }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);

  async function add() {
    setFault(null);
    try {
      await calls.addLine(text);
      setText('');
    } catch (error) {
      setFault(`Couldn’t add the line. ${reasonOf(error)}`);
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (text.trim() !== '') void add();
  }

  return (
    <form className={styles.add} onSubmit={submit}>
      <input
        className={form.input}
        aria-label="New line"
        placeholder="Text to review"
        maxLength={2000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit">Add</Button>
      {fault !== null && <Alert>{fault}</Alert>}
    </form>
  );
}
