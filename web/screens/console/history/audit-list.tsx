import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { AuditAction, AuditEntry, AuditSubject } from '#contract/audit.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { listAudit } from '../console-api.ts';
import { formatTime } from '../format.ts';
import { loadingOrFailed } from '../loading-or-failed.tsx';
import styles from './audit-list.module.css';
import { fieldChanges, subjectText } from './field-changes.ts';
import { TakeBackTool } from './take-back-tool.tsx';

/** Lines of the audit trail, the newest first: of one row, or all of them. */
export function AuditList({ of }: { of: { subject?: AuditSubject; subject_id?: number } }) {
  const list = useInfiniteQuery({
    queryKey: ['manage', 'audit', of],
    queryFn: ({ signal, pageParam }) =>
      listAudit({ ...of, ...(pageParam === null ? {} : { before: pageParam }) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ data, more }) => (more ? (data.at(-1)?.id ?? null) : null),
    staleTime: 0,
    gcTime: 0,
  });
  const placeholder = loadingOrFailed(list, 'history');
  if (placeholder !== null) return placeholder;
  const entries = list.data?.pages.flatMap(({ data }) => data) ?? [];
  if (entries.length === 0) {
    return (
      <Empty
        icon={<History size="1.75rem" />}
        title="No history yet"
        text="Every change from now on is listed here: who, when, what, before and after."
      />
    );
  }
  return (
    <div className={styles.list}>
      <ol>
        {entries.map((entry) => (
          <Line key={entry.id} entry={entry} />
        ))}
      </ol>
      {list.hasNextPage && (
        <Button aria-disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage ? 'Loading…' : 'Show older changes'}
        </Button>
      )}
    </div>
  );
}

function Line({ entry }: { entry: AuditEntry }) {
  return (
    <li className={styles.line}>
      <p className={styles.what}>
        <b>{subjectText(entry)}</b> {verbs[entry.action]} by {entry.user}
      </p>
      <time dateTime={entry.at}>{formatTime(entry.at)}</time>
      <TakeBackTool
        changeId={entry.change_id}
        words={`${subjectText(entry)} ${verbs[entry.action]} by ${entry.user}`}
      />
      <dl>
        {fieldChanges(entry).map(({ field, before, after }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              {before !== null && <del>{before}</del>}
              {before !== null && after !== null && ' → '}
              {after !== null && <ins>{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

const verbs: Record<AuditAction, string> = {
  added: 'added',
  changed: 'changed',
  deleted: 'deleted',
  restored: 'restored',
  uploaded: 'uploaded',
  replaced: 'replaced',
  renamed: 'renamed',
};
