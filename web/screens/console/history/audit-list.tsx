import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { AuditEntry } from '#contract/audit.ts';
import { type AuditQuery, consoleApi } from '../console-api.ts';
import { loadingOrFailed } from '../loading-or-failed.tsx';
import { AuditLine } from './audit-line.tsx';
import { EmptyHistory } from './empty-history.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import styles from './audit-list.module.css';

type Props = {
  /** Which lines: of one row, or of one change. */
  of: AuditQuery;
  /** What can be done about a line. */
  Tools: ComponentType<{ entry: AuditEntry }>;
};

/** Lines of the audit trail, the newest first. */
export function AuditList({ of, Tools }: Props) {
  const list = useInfiniteQuery({
    queryKey: ['manage', 'audit', of],
    queryFn: ({ signal, pageParam }) =>
      consoleApi.listAudit({
        query: { ...of, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ data, more }) => (more ? (data.at(-1)?.id ?? null) : null),
    staleTime: 0,
    gcTime: 0,
  });
  const placeholder = loadingOrFailed(list, 'history');
  if (placeholder !== null) return placeholder;
  const entries = list.data?.pages.flatMap(({ data }) => data) ?? [];
  if (entries.length === 0) return <EmptyHistory filtered={false} />;
  return (
    <div className={styles.list}>
      <ol>
        {entries.map((entry) => (
          <AuditLine key={entry.id} entry={entry}>
            <Tools entry={entry} />
          </AuditLine>
        ))}
      </ol>
      <MoreButton list={list}>Show older lines</MoreButton>
    </div>
  );
}
