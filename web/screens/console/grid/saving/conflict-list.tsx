import { useQuery } from '@tanstack/react-query';
import type { AuditSubject } from '#contract/audit.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { listAudit } from '../../console-api.ts';
import { formatCount, formatTime } from '../../format.ts';
import styles from './conflict-list.module.css';
import type { RowStore } from '../../rows/row-store.ts';
import { type GridRow, type SavedRow, stateInWords } from '../../rows/row.ts';

type ConflictRow<Row extends SavedRow, Field extends string> = Extract<
  GridRow<Row, Field>,
  { state: 'conflict' }
>;

type Props<Row extends SavedRow, Field extends string> = {
  store: RowStore<Row, Field>;
  rows: readonly GridRow<Row, Field>[];
  subject: AuditSubject;
  /** What the columns call the fields. */
  names: Record<Field, string>;
  titleOf: (row: GridRow<Row, Field>) => string;
  onGoTo: (row: GridRow<Row, Field>) => void;
};

/** More conflicts than these are counted, and listed once the first ones are decided. */
const mostListed = 5;

/** Cells that two librarians changed: both texts in words, and a button for each. */
export function ConflictList<Row extends SavedRow, Field extends string>(props: Props<Row, Field>) {
  const conflicts = props.rows.filter((row) => row.state === 'conflict');
  const more = conflicts.length - mostListed;
  if (conflicts.length === 0) return null;
  return (
    <section className={styles.list} aria-label="Conflicts">
      {conflicts.slice(0, mostListed).map((row) => (
        <Conflict key={row.key} {...props} row={row} />
      ))}
      {more > 0 && <p>{formatCount(more, 'more row')} in conflict.</p>}
    </section>
  );
}

/** The element that shows the conflict of a row. */
export const conflictId = (row: GridRow): string => `conflict-${row.key}`;

function Conflict<Row extends SavedRow, Field extends string>(
  props: Props<Row, Field> & { row: ConflictRow<Row, Field> },
) {
  const { store, row, subject, names, titleOf } = props;
  const who = useWhoWasFaster(subject, store.idOf(row.key));
  const title = titleOf(row);
  const theirs = row.saved === null ? null : store.kind.fieldsOf(row.saved);
  return (
    <fieldset id={conflictId(row)} className={styles.conflict} aria-label={title}>
      <p>
        <button type="button" className={styles.title} onClick={() => props.onGoTo(row)}>
          {title}
        </button>{' '}
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
            <Button onClick={() => store.decide(row.key, field, 'theirs')}>Take theirs</Button>
          </fieldset>
        ))}
    </fieldset>
  );
}

/** Who changed or deleted the row, and when, from its history; null until that is known. */
function useWhoWasFaster(subject: AuditSubject, id: number | null): string | null {
  const history = useQuery({
    queryKey: ['manage', 'audit', { subject, subject_id: id }, 'last'],
    queryFn: ({ signal }) => listAudit({ subject, subject_id: id ?? 0 }, signal),
    enabled: id !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const last = history.data?.data[0];
  if (last === undefined) return null;
  const did = last.action === 'deleted' ? 'deleted' : 'changed';
  return `${last.user} ${did} this row, ${formatTime(last.at)}.`;
}
