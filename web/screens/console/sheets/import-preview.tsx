import type { ImportField } from '#contract/import-headings.ts';
import type { ImportReport } from '#contract/importing.ts';
import { fieldChanges } from '../field-changes.ts';
import { formatCount } from '../format.ts';
import form from '../../form.module.css';
import { AbsentRows } from './absent-rows.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { entryText } from './entry-text.ts';
import styles from './import-dialog.module.css';
import { SheetGroup } from './sheet-group.tsx';

type Props = {
  report: ImportReport;
  name: string;
  onChooseColumns: (fields: (ImportField | null)[]) => void;
  onChooseWorksheet: (name: string) => void;
};

/** What an import would do: rows refused, to be looked at, changed and added, and what it leaves out. */
export function ImportPreview({ report, name, onChooseColumns, onChooseWorksheet }: Props) {
  const { worksheets = [], worksheet } = report;
  const { added, changed, renamed, unchanged, refused_count, warnings_count } = report;
  return (
    <>
      {worksheets.length > 1 && (
        <label className={styles.worksheet}>
          Worksheet
          <select
            className={form.select}
            value={worksheet}
            onChange={({ target }) => onChooseWorksheet(target.value)}
          >
            {worksheets.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      )}
      {report.missing.length === 0 && (
        <output className={styles.summary}>
          {name}: {added} added, {changed} changed, {unchanged} unchanged, {refused_count} refused.
          Nothing is imported yet.
        </output>
      )}
      {renamed > 0 && (
        <p>
          {formatCount(renamed, 'entry gets', 'entries get')} another customer, number, language or
          revision. {renamed === 1 ? 'Its file keeps' : 'Their files keep'} the old name; rename it
          in Upload Status.
        </p>
      )}
      <ColumnChoice report={report} onChoose={onChooseColumns} />
      <SheetGroup
        title="Refused"
        count={refused_count}
        listed={report.refused.length}
        head={['Row', 'Reason']}
        open
      >
        {report.refused.map(({ row, reason }) => (
          <tr key={`${row} ${reason}`}>
            <td>{row}</td>
            <td>{reason}</td>
          </tr>
        ))}
      </SheetGroup>
      <SheetGroup
        title="To check"
        count={warnings_count}
        listed={report.warnings.length}
        unit="warning"
        head={['Row', 'Warning']}
        open
      >
        {report.warnings.map(({ row, warning }) => (
          <tr key={`${row} ${warning}`}>
            <td>{row}</td>
            <td>{warning}</td>
          </tr>
        ))}
      </SheetGroup>
      <SheetGroup
        title="Changed"
        count={changed}
        listed={report.changed_rows.length}
        head={['Row', 'Entry', 'Change']}
        open
      >
        {report.changed_rows.map(({ row, before, ...after }) => (
          <tr key={row}>
            <td>{row}</td>
            <td>{entryText(before ?? after)}</td>
            <td>
              {fieldChanges({ before, after }).map((one) => (
                <p key={one.field} className={styles.change}>
                  {one.field}: {one.before !== null && <del>{one.before}</del>}{' '}
                  <ins>{one.after ?? '(empty)'}</ins>
                </p>
              ))}
            </td>
          </tr>
        ))}
      </SheetGroup>
      <SheetGroup
        title="Added"
        count={added}
        listed={report.added_rows.length}
        head={['Row', 'Entry', 'Description']}
      >
        {report.added_rows.map((row) => (
          <tr key={row.row}>
            <td>{row.row}</td>
            <td>{entryText(row)}</td>
            <td>{row.doc_desc}</td>
          </tr>
        ))}
      </SheetGroup>
      <AbsentRows {...report} />
    </>
  );
}
