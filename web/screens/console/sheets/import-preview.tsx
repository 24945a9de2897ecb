import type { ReactNode } from 'react';
import type { ImportReport, ImportRow } from '#contract/importing.ts';
import { noLanguage } from '#contract/file-name.ts';
import { formatCount } from '../format.ts';
import styles from './import-dialog.module.css';

/** What an import would do: rows refused, changed and added. */
export function ImportPreview({ report, name }: { report: ImportReport; name: string }) {
  const { added, changed, unchanged, refused_count } = report;
  return (
    <>
      <output className={styles.summary}>
        {name}: {added} added, {changed} changed, {unchanged} unchanged, {refused_count} refused.
        Nothing is written yet.
      </output>
      <Group
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
      </Group>
      <Group
        title="Changed"
        count={changed}
        listed={report.changed_rows.length}
        head={['Row', 'Entry', 'Description before', 'after']}
        open
      >
        {report.changed_rows.map((row) => (
          <tr key={row.row}>
            <td>{row.row}</td>
            <td>{entryText(row)}</td>
            <td>
              <del>{row.before?.doc_desc}</del>
            </td>
            <td>
              <ins>{row.doc_desc}</ins>
            </td>
          </tr>
        ))}
      </Group>
      <Group
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
      </Group>
    </>
  );
}

type GroupProps = {
  title: string;
  count: number;
  /** How many of them the server lists. */
  listed: number;
  head: string[];
  open?: boolean;
  children: ReactNode;
};

function Group({ title, count, listed, head, open = false, children }: GroupProps) {
  if (count === 0) return null;
  return (
    <details open={open} className={styles.kind}>
      <summary>
        {title}: {formatCount(count, 'row')}
      </summary>
      <table>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {count > listed && <p>… and {formatCount(count - listed, 'row')} more.</p>}
    </details>
  );
}

function entryText({ customer, doc_num, language, doc_rev }: ImportRow): string {
  return `${customer} · ${doc_num} · ${language ?? noLanguage} · Rev. ${doc_rev}`;
}
