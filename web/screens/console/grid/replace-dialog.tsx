import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatCount } from '../format.ts';
import { type Edit, editsByRow } from '../rows/edits.ts';
import styles from './replace-dialog.module.css';
import { replacementsIn, type ReplaceRequest } from './replacements.ts';
import type { GridRow, SavedRow } from '../rows/row.ts';

type Props<Row extends SavedRow, Field extends string> = {
  rows: readonly GridRow<Row, Field>[];
  /** Where it looks, in words. */
  scope: string;
  columns: readonly { field: Field; name: string }[];
  onReplace: (edits: Edit<Field>[]) => void;
  onClose: () => void;
};

const mostListed = 50;

/** Finds a text in the rows that are shown, and shows what would become of it before it is replaced. */
export function ReplaceDialog<Row extends SavedRow, Field extends string>(
  props: Props<Row, Field>,
) {
  const { rows, columns, onReplace, onClose } = props;
  const [typed, setTyped] = useState<ReplaceRequest<Field>>({
    find: '',
    replaceWith: '',
    field: null,
    matchCase: false,
  });
  const wanted = useDeferredValue(typed);
  const found = useMemo(
    () =>
      replacementsIn(
        rows,
        columns.map(({ field }) => field),
        wanted,
      ),
    [rows, columns, wanted],
  );
  const cells = found.map(({ key, field, after }) => ({ row: key, column: field, text: after }));
  const rowCount = new Set(found.map(({ key }) => key)).size;
  const want = (change: Partial<ReplaceRequest<Field>>) => setTyped({ ...typed, ...change });

  return (
    <Dialog
      title="Find and replace"
      shape="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            aria-disabled={found.length === 0}
            onClick={() => found.length > 0 && onReplace(editsByRow(cells))}
          >
            Replace in {formatCount(found.length, 'cell')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <label>
          Find
          <input
            ref={focusOnOpen}
            value={typed.find}
            spellCheck={false}
            onChange={(event) => want({ find: event.target.value })}
          />
        </label>
        <label>
          Replace with
          <input
            value={typed.replaceWith}
            spellCheck={false}
            onChange={(event) => want({ replaceWith: event.target.value })}
          />
        </label>
        <label>
          In
          <select
            value={typed.field ?? ''}
            // The options are the fields, and nothing for all.
            onChange={(event) => want({ field: (event.target.value as Field) || null })}
          >
            <option value="">All columns</option>
            {columns.map(({ field, name }) => (
              <option key={field} value={field}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.case}>
          <input
            type="checkbox"
            checked={typed.matchCase}
            onChange={(event) => want({ matchCase: event.target.checked })}
          />
          Match case
        </label>
      </div>
      <output className={styles.count}>
        {wanted.find === ''
          ? `Searches ${props.scope}.`
          : `${formatCount(found.length, 'cell')} in ${formatCount(rowCount, 'row')} of ${props.scope}`}
      </output>
      <ul className={styles.found}>
        {found.slice(0, mostListed).map(({ key, field, before, after }) => (
          <li key={`${key} ${field}`}>
            <del>{before}</del> → <ins>{after || '–'}</ins>
          </li>
        ))}
        {found.length > mostListed && (
          <li>and {(found.length - mostListed).toLocaleString('en')} more</li>
        )}
      </ul>
    </Dialog>
  );
}

/** The dialog opens after its content is there: the browser then focuses what has `autofocus`. */
function focusOnOpen(input: HTMLInputElement | null): void {
  input?.setAttribute('autofocus', '');
}
