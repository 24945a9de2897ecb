import { useId, useState } from 'react';
import type { BuiltOn } from '#contract/audit.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { formatCount, formatTime } from '../format.ts';
import { fieldChanges, subjectText } from '../field-changes.ts';
import styles from './undo-dialog.module.css';

type Choice = 'now' | 'before';

type Props = {
  title: string;
  /** Rows that were changed again since. */
  builtOn: readonly BuiltOn[];
  /** What happens besides, in words. */
  children?: React.ReactNode;
  /** With the lines that are undone although others built on them. */
  onTake: (overwrite: readonly number[]) => void;
  onClose: () => void;
};

/** Both versions of every row that others changed since: for each the librarian chooses one. */
export function UndoDialog({ title, builtOn, children, onTake, onClose }: Props) {
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map());
  const undecided = builtOn.filter(({ line_id }) => !choices.has(line_id)).length;

  function choose(rows: readonly BuiltOn[], choice: Choice) {
    setChoices(new Map([...choices, ...rows.map(({ line_id }) => [line_id, choice] as const)]));
  }

  function take() {
    if (undecided > 0) return;
    onTake([...choices].flatMap(([line, choice]) => (choice === 'before' ? line : [])));
  }

  return (
    <Dialog
      title={title}
      shape={builtOn.length === 0 ? 'box' : 'wide'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={builtOn.length === 0 ? 'primary' : 'secondary'}
            aria-disabled={undecided > 0}
            onClick={take}
          >
            {undecided > 0 ? `${formatCount(undecided, 'row')} to decide` : 'Undo'}
          </Button>
        </>
      }
    >
      {children}
      {builtOn.length > 1 && (
        <div className={styles.all}>
          <Button onClick={() => choose(builtOn, 'now')}>Keep all as they are now</Button>
          <Button onClick={() => choose(builtOn, 'before')}>Undo all</Button>
        </div>
      )}
      {builtOn.map((row) => (
        <TwoVersions
          key={row.line_id}
          row={row}
          choice={choices.get(row.line_id) ?? null}
          onChoose={(choice) => choose([row], choice)}
        />
      ))}
    </Dialog>
  );
}

type RowProps = { row: BuiltOn; choice: Choice | null; onChoose: (choice: Choice) => void };

function TwoVersions({ row, choice, onChoose }: RowProps) {
  const name = useId();
  const { before, now, subject } = row;
  const goes = subject === 'file' ? 'Move it to .superseded' : 'Delete it';
  const changes = fieldChanges({ before: now, after: before });
  const option = (value: Choice, label: string) => (
    <label>
      <input type="radio" name={name} checked={choice === value} onChange={() => onChoose(value)} />
      {label}
    </label>
  );
  return (
    <fieldset className={styles.row}>
      <legend>{subjectText({ ...row, after: now ?? before, before })}</legend>
      <p>
        {now === null ? 'Deleted' : 'Changed'} by {row.user}, {formatTime(row.at)}
      </p>
      {before !== null && now !== null && (
        <dl>
          {changes.map((change) => (
            <div key={change.field}>
              <dt>{change.field}</dt>
              <dd>
                <span>Now: {change.before ?? '–'}</span>
                <span>Before: {change.after ?? '–'}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {option('now', now === null ? 'Leave it deleted' : 'Keep it as it is now')}
      {option('before', before === null ? goes : 'Undo it')}
    </fieldset>
  );
}
