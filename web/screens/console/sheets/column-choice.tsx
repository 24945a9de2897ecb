import { useId, useState } from 'react';
import { type ImportField, importFieldNames, importFields } from '#contract/import-headings.ts';
import type { ImportColumn, ImportReport } from '#contract/importing.ts';
import { Alert } from '../../../ui/feedback/notice.tsx';
import form from '../../form.module.css';
import styles from './column-choice.module.css';

type Props = {
  report: Pick<ImportReport, 'header_row' | 'columns' | 'missing'>;
  onChoose: (fields: (ImportField | null)[]) => void;
};

/** What each column of the sheet is taken for; a librarian knows better than its heading. */
export function ColumnChoice({ report: { header_row, columns, missing }, onChoose }: Props) {
  // Unfolded where something must be chosen, and left so: folding would take the focus along.
  const [opened] = useState(missing.length > 0);

  // A field is in one column: chosen for another, it leaves the first.
  function choose(at: number, field: ImportField | null) {
    onChoose(columns.map((one, place) => fieldAfter(one, place === at, field)));
  }

  return (
    <details className={styles.choice} open={opened}>
      <summary>
        Columns: {columns.filter(({ field }) => field !== null).length} of {columns.length} come
        from row {header_row}
      </summary>
      {missing.length > 0 && (
        <Alert>
          Which column is {missing.map((field) => importFieldNames[field]).join(', ')}? Choose all
          of them to go on.
        </Alert>
      )}
      <ul className={styles.columns}>
        {columns.map((column, at) => (
          <Column key={column.letter} column={column} onChoose={(field) => choose(at, field)} />
        ))}
      </ul>
    </details>
  );
}

function fieldAfter(column: ImportColumn, isIt: boolean, chosen: ImportField | null) {
  if (isIt) return chosen;
  return column.field === chosen ? null : column.field;
}

type ColumnProps = {
  column: ImportColumn;
  onChoose: (field: ImportField | null) => void;
};

function Column({ column, onChoose }: ColumnProps) {
  const id = useId();
  return (
    <li>
      <label htmlFor={id}>
        <span className={styles.letter}>{column.letter}</span> {column.heading}
      </label>
      <span className={styles.example}>{column.example}</span>
      <select
        id={id}
        className={form.select}
        value={column.field ?? ''}
        onChange={({ target: { value } }) =>
          onChoose(importFields.find((field) => field === value) ?? null)
        }
      >
        <option value="">Not imported</option>
        {importFields.map((field) => (
          <option key={field} value={field}>
            {importFieldNames[field]}
          </option>
        ))}
      </select>
    </li>
  );
}
