import { useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatCount } from '../format.ts';
import type { IdentityChange } from '../rows/edits.ts';
import styles from './identity-dialog.module.css';

export type IdentityAnswer = 'cancel' | 'change' | 'change and rename';

export type IdentityQuestion<Field extends string> = {
  changes: readonly IdentityChange<Field>[];
  resolve: (answer: IdentityAnswer) => void;
};

type Props<Field extends string> = {
  question: IdentityQuestion<Field>;
  names: Record<Field, string>;
  identity: { fields: readonly Field[] };
};

const mostListed = 100;

/** Saved rows that would become others, before and after, and whether their files go along. */
export function IdentityDialog<Field extends string>(props: Props<Field>) {
  const { question, names, identity } = props;
  const { changes, resolve } = question;
  const [renames, setRenames] = useState(true);
  const files = changes.filter(({ file }) => file !== null).length;
  const fields = identity.fields.filter((field) =>
    changes.some(({ before, after }) => before[field] !== after[field]),
  );
  const rows = formatCount(changes.length, 'saved row');
  return (
    <Dialog
      title={`${rows} will become ${changes.length === 1 ? 'a different entry' : 'different entries'}`}
      shape="wide"
      onClose={() => resolve('cancel')}
      actions={
        <>
          <Button onClick={() => resolve('cancel')}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => resolve(renames && files > 0 ? 'change and rename' : 'change')}
          >
            Change {formatCount(changes.length, 'row')}
          </Button>
        </>
      }
    >
      <p>Readers will no longer find the old entries. Nothing is saved yet.</p>
      {files > 0 && (
        <label className={styles.files}>
          <input
            type="checkbox"
            checked={renames}
            onChange={(event) => setRenames(event.target.checked)}
          />
          {changes.length === 1
            ? 'Rename its file too'
            : `Rename ${formatCount(files, 'file')} too`}
        </label>
      )}
      <div className={styles.scroller}>
        <table className={styles.changes}>
          <thead>
            <tr>
              {fields.map((field) => (
                <th scope="col" key={field}>
                  {names[field]}
                </th>
              ))}
              {files > 0 && <th scope="col">File</th>}
            </tr>
          </thead>
          <tbody>
            {changes.slice(0, mostListed).map(({ key, before, after, file }) => (
              <tr key={key}>
                {fields.map((field) => (
                  <td key={field}>
                    <BeforeAndAfter before={before[field]} after={after[field]} />
                  </td>
                ))}
                {files > 0 && (
                  <td>
                    {file !== null && (
                      <BeforeAndAfter
                        before={file.name}
                        after={renames ? file.newName : file.name}
                      />
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {changes.length > mostListed && <p>and {formatCount(changes.length - mostListed, 'more')}</p>}
    </Dialog>
  );
}

function BeforeAndAfter({ before, after }: { before: string; after: string }) {
  if (before === after) return before;
  return (
    <>
      <del>{before || '–'}</del> → <ins>{after || '–'}</ins>
    </>
  );
}
