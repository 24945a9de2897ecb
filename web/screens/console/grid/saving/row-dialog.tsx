import { useQuery } from '@tanstack/react-query';
import type { AuditSubject } from '#contract/audit.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Alert } from '../../../../ui/feedback/notice.tsx';
import { listAudit } from '../../console-api.ts';
import { formatTime } from '../../format.ts';
import styles from './row-dialog.module.css';
import type { RowStore } from './row-store.ts';
import { type GridRow, type SavedRow, stateInWords } from './row.ts';

type Props<Row extends SavedRow, Field extends string> = {
  store: RowStore<Row, Field>;
  row: GridRow<Row, Field>;
  subject: AuditSubject;
  /** What the columns call the fields. */
  names: Record<Field, string>;
  onClose: () => void;
};

/** Why a row is not saved, both versions side by side, and what can be done. */
export function RowDialog<Row extends SavedRow, Field extends string>(props: Props<Row, Field>) {
  const { store, row, names, onClose } = props;
  const { saved, fields } = row;
  const inConflict = row.state === 'conflict';
  const theirs = saved === null ? null : store.kind.fieldsOf(saved);

  const whoWasFaster = useWhoWasFaster(props.subject, inConflict ? store.idOf(row.key) : null);

  const closeAfter = (act: () => void) => () => {
    act();
    onClose();
  };
  const discard = closeAfter(() => store.discard([row.key]));
  const keep = closeAfter(() => store.keepMine(row.key));
  const retry = closeAfter(() => store.retry());

  return (
    <Dialog
      title={inConflict ? 'Two versions of one row' : 'This row is not saved'}
      onClose={onClose}
      shape={theirs === null ? 'box' : 'wide'}
      actions={
        <>
          <Button onClick={discard}>{discardLabel(inConflict, saved === null)}</Button>
          {inConflict && (
            // No side is the usual one: neither button stands out.
            <Button onClick={keep}>{saved === null ? 'Add it again' : 'Keep mine'}</Button>
          )}
          {row.state === 'failed' && (
            <Button variant="primary" onClick={retry}>
              Try again
            </Button>
          )}
        </>
      }
    >
      <Alert>{whoWasFaster ?? stateInWords(row)}</Alert>
      <table className={styles.versions}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Yours</th>
            {theirs !== null && <th scope="col">{inConflict ? 'Theirs' : 'Saved'}</th>}
          </tr>
        </thead>
        <tbody>
          {store.kind.fields.map((field) => (
            <tr key={field} data-differs={theirs !== null && theirs[field] !== fields[field]}>
              <th scope="row">{names[field]}</th>
              <td>{fields[field] || '–'}</td>
              {theirs !== null && <td>{theirs[field] || '–'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
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

function discardLabel(inConflict: boolean, isGone: boolean): string {
  if (!inConflict) return 'Discard my changes';
  return isGone ? 'Let it go' : 'Take theirs';
}
