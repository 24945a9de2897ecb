import { useState } from 'react';
import type { AbsentRow, ImportReport } from '#contract/importing.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { formatCount } from '../format.ts';
import styles from './absent-rows.module.css';
import { csvOf, saveText } from './csv.ts';
import { entryText } from './entry-text.ts';
import { SheetGroup } from './sheet-group.tsx';
import { useAbsentDeletion } from './use-absent-deletion.ts';

type Props = Pick<ImportReport, 'absent' | 'absent_count' | 'absent_customers'>;

/** How many are shown to be chosen one by one; the list holds all of them. */
const mostShown = 200;

/** What the library has of the sheet's customers and the sheet has not: to keep as a list, or to delete. */
export function AbsentRows({ absent, absent_count, absent_customers }: Props) {
  const { deleted, said, remove } = useAbsentDeletion();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [asking, setAsking] = useState(false);
  const left = absent.filter(({ id }) => !deleted.has(id));
  const selected = left.filter(({ id }) => chosen.has(id));

  function choose(ids: readonly number[], on: boolean) {
    const next = new Set(chosen);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  }

  function deleteSelected() {
    setAsking(false);
    setChosen(new Set());
    void remove(selected);
  }

  if (absent_count === 0) return null;
  return (
    <>
      {said?.isFault && <Alert>{said.text}</Alert>}
      <output className={styles.said}>
        {said?.isFault === false && said.text}
        {said !== null && said.undo !== null && <Button onClick={said.undo}>Undo</Button>}
      </output>
      <SheetGroup
        title="In the library, but not in the sheet"
        count={absent_count - deleted.size}
        unit="entry"
        units="entries"
        listed={Math.min(left.length, mostShown)}
        head={['Selected', 'Entry', 'Description']}
        before={
          <>
            <ul className={styles.customers}>
              {absent_customers.map(({ customer, absent: count, entries }) => (
                <li key={customer}>
                  {customer}: {count.toLocaleString('en')} of{' '}
                  {formatCount(entries, 'entry', 'entries')}
                </li>
              ))}
            </ul>
            <div className={styles.tools}>
              <label>
                <input
                  type="checkbox"
                  checked={left.length > 0 && selected.length === left.length}
                  onChange={({ target }) =>
                    choose(
                      left.map(({ id }) => id),
                      target.checked,
                    )
                  }
                />
                Select all {left.length.toLocaleString('en')}
              </label>
              <Button
                onClick={() => saveText('Not in the sheet.csv', csvOf(header, left.map(cellsOf)))}
              >
                Save this list
              </Button>
              <Button
                aria-disabled={selected.length === 0}
                onClick={() => setAsking(selected.length > 0)}
              >
                Delete selected…
              </Button>
            </div>
          </>
        }
      >
        {left.slice(0, mostShown).map((row) => (
          <tr key={row.id}>
            <td>
              <input
                type="checkbox"
                aria-label={entryText(row)}
                checked={chosen.has(row.id)}
                onChange={({ target }) => choose([row.id], target.checked)}
              />
            </td>
            <td>{entryText(row)}</td>
            <td>{row.doc_desc}</td>
          </tr>
        ))}
      </SheetGroup>
      {asking && (
        <Ask count={selected.length} onNo={() => setAsking(false)} onYes={() => deleteSelected()} />
      )}
    </>
  );
}

function Ask({ count, onYes, onNo }: { count: number; onYes: () => void; onNo: () => void }) {
  const what = formatCount(count, 'standard number');
  return (
    <Dialog
      title={`Delete ${what}?`}
      onClose={onNo}
      actions={
        <>
          <Button onClick={onNo}>Cancel</Button>
          <Button variant="primary" onClick={onYes}>
            Delete {what}
          </Button>
        </>
      }
    >
      <p>They are in the library but not in the sheet. Their files stay in the shared folder.</p>
    </Dialog>
  );
}

const header = ['id', 'customer', 'doc_num', 'doc_desc', 'doc_rev', 'language'];

function cellsOf({ id, customer, doc_num, doc_desc, doc_rev, language }: AbsentRow): string[] {
  return [String(id), customer, doc_num, doc_desc, doc_rev, language ?? ''];
}
