import type { ReactNode } from 'react';
import { formatCount } from '../format.ts';
import styles from './import-dialog.module.css';

type Props = {
  title: string;
  count: number;
  /** How many of them are listed. */
  listed: number;
  head: string[];
  open?: boolean;
  /** What is counted; rows where nothing is said. */
  unit?: string;
  units?: string;
  /** Shown above the list. */
  before?: ReactNode;
  children: ReactNode;
};

/** Rows of one kind in the preview of an import, which unfold. */
export function SheetGroup(props: Props) {
  const { title, count, listed, head, open = false, before, children } = props;
  const { unit = 'row', units = `${unit}s` } = props;
  if (count === 0) return null;
  return (
    <details open={open} className={styles.kind}>
      <summary>
        {title}: {formatCount(count, unit, units)}
      </summary>
      {before}
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
      {count > listed && <p>… and {formatCount(count - listed, unit, units)} more.</p>}
    </details>
  );
}
