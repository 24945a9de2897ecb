import { Button } from '../../../../ui/button/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Alert } from '../../../../ui/feedback/notice.tsx';
import styles from './row-dialog.module.css';
import type { RowStore } from '../../rows/row-store.ts';
import { type GridRow, type SavedRow, stateInWords } from '../../rows/row.ts';

type Props<Row extends SavedRow, Field extends string> = {
  store: RowStore<Row, Field>;
  row: GridRow<Row, Field>;
  /** What the columns call the fields. */
  names: Record<Field, string>;
  onClose: () => void;
};

/** Why a row is not saved, beside the text that is, and what can be done. */
export function RowDialog<Row extends SavedRow, Field extends string>(props: Props<Row, Field>) {
  const { store, row, names, onClose } = props;
  const { saved, fields } = row;
  const before = saved === null ? null : store.kind.fieldsOf(saved);

  const closeAfter = (act: () => void) => () => {
    act();
    onClose();
  };
  const discard = closeAfter(() => store.discard([row.key]));
  const retry = closeAfter(() => store.retry());

  return (
    <Dialog
      title="This row is not saved"
      onClose={onClose}
      shape={before === null ? 'box' : 'wide'}
      actions={
        <>
          <Button onClick={discard}>Discard my changes</Button>
          {row.state === 'failed' && (
            <Button variant="primary" onClick={retry}>
              Try again
            </Button>
          )}
        </>
      }
    >
      <Alert>{stateInWords(row)}</Alert>
      <table className={styles.versions}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Yours</th>
            {before !== null && <th scope="col">Saved</th>}
          </tr>
        </thead>
        <tbody>
          {store.kind.fields.map((field) => (
            <tr key={field} data-differs={before !== null && before[field] !== fields[field]}>
              <th scope="row">{names[field]}</th>
              <td>{fields[field] || '–'}</td>
              {before !== null && <td>{before[field] || '–'}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
