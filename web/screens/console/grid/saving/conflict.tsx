import { useQuery } from '@tanstack/react-query';
import type { AuditSubject } from '#contract/audit.ts';
import { Button } from '../../../../ui/button/button.tsx';
import type { RowNotes } from '../../../../ui/grid/noted-row.tsx';
import { consoleApi } from '../../console-api.ts';
import { formatTime } from '../../format.ts';
import type { RowStore } from '../../rows/row-store.ts';
import { type GridRow, type SavedRow, stateInWords } from '../../rows/row.ts';
import styles from './conflict.module.css';

type ConflictRow<Row extends SavedRow, Field extends string> = Extract<
  GridRow<Row, Field>,
  { state: 'conflict' }
>;

type Props<Row extends SavedRow, Field extends string> = {
  store: RowStore<Row, Field>;
  row: ConflictRow<Row, Field>;
  subject: AuditSubject;
  /** What the columns call the fields. */
  names: Record<Field, string>;
};

/** The element that shows the conflict of a row. */
export const conflictId = (row: GridRow): string => `conflict-${row.key}`;

/** The conflicts of a grid, each below the cells of its row. */
export function conflictNotes<Row extends SavedRow, Field extends string>({
  isNarrow,
  ...props
}: Omit<Props<Row, Field>, 'row'> & { isNarrow: boolean }): RowNotes<GridRow<Row, Field>> {
  return {
    heightOf: (row) => (row.state === 'conflict' ? heightOf(row, isNarrow) : 0),
    draw: (row) => row.state === 'conflict' && <Conflict {...props} row={row} />,
  };
}

/** Cells of a row that two librarians changed: both texts in words, and a button for each. */
function Conflict<Row extends SavedRow, Field extends string>(props: Props<Row, Field>) {
  const { store, row, subject, names } = props;
  const who = useWhoChanged(subject, store.idOf(row.key));
  const theirs = row.saved === null ? null : store.kind.fieldsOf(row.saved);
  return (
    <fieldset id={conflictId(row)} className={styles.conflict} aria-label="Conflict">
      <p>
        <output>{who ?? `${stateInWords(row)}.`}</output>
      </p>
      {theirs === null && (
        <p className={styles.choice}>
          <Button onClick={() => store.discard([row.key])}>Leave it deleted</Button>
          <Button onClick={() => store.addAgain(row.key)}>Add it again</Button>
        </p>
      )}
      {theirs !== null &&
        row.cells.map((field) => (
          <fieldset key={field} className={styles.choice} aria-label={names[field]}>
            <span>
              {names[field]}: yours <q>{row.fields[field]}</q>, theirs <q>{theirs[field]}</q>
            </span>
            <Button onClick={() => store.decide(row.key, field, 'mine')}>Keep mine</Button>
            <Button onClick={() => store.decide(row.key, field, 'theirs')}>Use theirs</Button>
          </fieldset>
        ))}
    </fieldset>
  );
}

/** How high a conflict is, in pixels. In a narrow window its buttons are below its words. */
function heightOf({ cells }: { cells: readonly unknown[] }, isNarrow: boolean) {
  return 40 + Math.max(1, cells.length) * (isNarrow ? 112 : 50);
}

/** Who changed or deleted the row, and when, from its history; null until that is known. */
function useWhoChanged(subject: AuditSubject, id: number | null): string | null {
  const history = useQuery({
    queryKey: ['manage', 'audit', { subject, subject_id: id }, 'last'],
    queryFn: ({ signal }) =>
      consoleApi.listAudit({ query: { subject, subject_id: id ?? 0 }, signal }),
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const last = history.data?.data[0];
  if (last === undefined) return null;
  const did = last.action === 'deleted' ? 'deleted' : 'changed';
  return `${last.user} ${did} this row, ${formatTime(last.at)}.`;
}
