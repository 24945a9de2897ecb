import { useState } from 'react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight, History } from 'lucide-react';
import type { AuditEntry, HistoryChange, HistoryFilter } from '#contract/audit.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { consoleApi } from '../console-api.ts';
import { useConsole } from '../state/console-context.ts';
import { formatCount, formatTime } from '../format.ts';
import { loadingOrFailed } from '../loading-or-failed.tsx';
import { AuditLine, lineWords } from './audit-line.tsx';
import { AuditList } from './audit-list.tsx';
import styles from './audit-list.module.css';
import { EmptyHistory } from './empty-history.tsx';
import { subjectText } from '../field-changes.ts';
import { MoreButton } from '../../../ui/more-button.tsx';
import { isUndoneHere, UndoChangeButton } from './undo-change-button.tsx';

/** Changes, the newest first; one of many lines is one that unfolds. */
export function useHistory(filter: HistoryFilter) {
  return useInfiniteQuery({
    queryKey: ['manage', 'audit', 'changes', filter],
    queryFn: ({ signal, pageParam }) =>
      consoleApi.listHistory({
        query: { ...filter, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}

type Props = { list: ReturnType<typeof useHistory>; filter: HistoryFilter };

export function HistoryList({ list, filter }: Props) {
  const placeholder = loadingOrFailed(list, 'history');
  if (placeholder !== null) return placeholder;
  const pages = list.data?.pages ?? [];
  // A change that others wrote into may go on in the next page.
  const changes = new Map(pages.flatMap(({ data }) => data).map((one) => [one.change_id, one]));
  if (changes.size === 0) return <EmptyHistory filtered={Object.keys(filter).length > 0} />;
  return (
    <div className={styles.list}>
      <ol>
        {[...changes.values()].map((change) => (
          <Change key={change.change_id} change={change} filter={filter} />
        ))}
      </ol>
      <MoreButton list={list}>Show older changes</MoreButton>
    </div>
  );
}

function Change({ change, filter }: { change: HistoryChange; filter: HistoryFilter }) {
  const [open, setOpen] = useState(false);
  const [first] = change.shown;
  if (first === undefined) return null;
  if (change.lines === 1 && change.title === null) {
    return (
      <AuditLine entry={first}>
        <RowHistoryTool entry={first} />
        {isUndoneHere(change.shown) && (
          <UndoChangeButton
            changeId={change.change_id}
            words={`${lineWords(first)} by ${change.user}`}
          />
        )}
      </AuditLine>
    );
  }
  const heading = change.title ?? formatCount(change.lines, 'line');
  const words = `${heading} by ${change.user}`;
  const Arrow = open ? ChevronDown : ChevronRight;
  return (
    <li className={styles.line}>
      <p className={styles.what}>
        <b>{heading}</b> by {change.user}
      </p>
      <time dateTime={change.at}>{formatTime(change.at)}</time>
      <div className={styles.tools}>
        {isUndoneHere(change.shown) && (
          <UndoChangeButton changeId={change.change_id} words={words} />
        )}
      </div>
      <p className={styles.some}>
        {change.shown.map(lineWords).join(', ')}
        {change.lines > change.shown.length && ' …'}
      </p>
      <IconButton aria-expanded={open} onClick={() => setOpen(!open)} className={styles.unfold}>
        <Arrow size="1rem" aria-hidden />
        {open ? 'Collapse' : 'Expand'} {formatCount(change.lines, 'line')}
      </IconButton>
      {open && (
        <div className={styles.unfolded}>
          <AuditList of={{ ...filter, change_id: change.change_id }} Tools={RowHistoryTool} />
        </div>
      )}
    </li>
  );
}

/** Opens the history of the row that a line is about. */
function RowHistoryTool({ entry }: { entry: AuditEntry }) {
  const { showHistory } = useConsole();
  const title = subjectText(entry);
  return (
    <IconButton
      aria-label={`History of ${title}`}
      onClick={() => showHistory({ subject: entry.subject, id: entry.subject_id, title })}
    >
      <History size="1rem" aria-hidden />
      History
    </IconButton>
  );
}
