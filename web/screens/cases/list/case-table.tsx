import type { Case } from '#contract/cases.ts';
import styles from './case-table.module.css';
import type { CaseColumn } from './columns.tsx';

type Props = { cases: readonly Case[]; columns: readonly CaseColumn[] };

/** The cases as rows; on a phone each is a card. Columns without a word are left out. */
export function CaseTable({ cases, columns: chosen }: Props) {
  const columns = chosen.filter(({ cell }) => cases.some((one) => Boolean(cell(one))));
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cases.map((one) => (
            <tr key={one.id} data-late={one.is_late}>
              {columns.map(({ key, name, cell }) => (
                <td key={key} data-name={name}>
                  {cell(one)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
