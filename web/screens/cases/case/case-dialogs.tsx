import { useState } from 'react';
import { X } from 'lucide-react';
import type { WholeCase } from '#contract/cases.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { isPending } from '../due-words.ts';
import { FormDialog } from '../../form-dialog.tsx';
import form from '../../form.module.css';
import { PersonField } from '../person-field.tsx';
import styles from './case-dialogs.module.css';
import type { CaseCalls } from './use-case-calls.ts';

type Props = { of: WholeCase; calls: CaseCalls; onClose: () => void };

/** Moves the due day. */
export function ExtendDialog({ of, calls, onClose }: Props) {
  const [due_on, setDue] = useState(of.due_on);
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title="Extend the review"
      submit="Extend"
      onSubmit={() => calls.extend(due_on, reason)}
      onClose={onClose}
    >
      <label className={form.field}>
        Due on
        <input
          type="date"
          className={form.input}
          required
          value={due_on}
          onChange={({ target }) => setDue(target.value)}
        />
      </label>
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  );
}

type FieldProps = { value: string; onChange: (value: string) => void };

export function ReasonField({ value, onChange }: FieldProps) {
  return (
    <label className={form.field}>
      Reason
      <textarea
        className={form.input}
        rows={3}
        required
        maxLength={1000}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.toSorted().join('\n') === others.toSorted().join('\n');
}

/** Who owns, reviews and watches it, and when the customer announced it. */
export function PeopleDialog({ of, calls, onClose }: Props) {
  const [owner, setOwner] = useState(of.owner ?? '');
  const [notified, setNotified] = useState(of.notified_on ?? '');
  const [reviewers, setReviewers] = useState<readonly string[]>(of.reviewers);
  const [watchers, setWatchers] = useState<readonly string[]>(of.watchers);

  const save = () =>
    calls.save({
      ...(owner.trim() === (of.owner ?? '') ? {} : { owner: owner.trim() || null }),
      ...(notified === (of.notified_on ?? '') ? {} : { notified_on: notified || null }),
      ...(isSame(reviewers, of.reviewers) ? {} : { reviewers: [...reviewers] }),
      ...(isSame(watchers, of.watchers) ? {} : { watchers: [...watchers] }),
    });

  return (
    <FormDialog title="People and dates" submit="Save" onSubmit={save} onClose={onClose}>
      <div className={form.field}>
        <PersonField label="Owner" value={owner} onChange={setOwner} />
      </div>
      <People label="Reviewers" names={reviewers} onChange={setReviewers} />
      <People label="Watchers" names={watchers} onChange={setWatchers} />
      <label className={form.field}>
        Notified by the customer on
        <input
          type="date"
          className={form.input}
          value={notified}
          disabled={!isPending(of)}
          onChange={({ target }) => setNotified(target.value)}
        />
      </label>
      {isPending(of) && of.due_reason === null && (
        <p className={form.hint}>The due day is counted from this day.</p>
      )}
    </FormDialog>
  );
}

type PeopleProps = {
  label: string;
  names: readonly string[];
  onChange: (names: readonly string[]) => void;
};

function People({ label, names, onChange }: PeopleProps) {
  const [typed, setTyped] = useState('');

  function add() {
    const name = typed.trim();
    if (name !== '' && !names.includes(name)) onChange([...names, name]);
    setTyped('');
  }

  return (
    <fieldset className={styles.people}>
      <legend>{label}</legend>
      {names.length > 0 && (
        <ul>
          {names.map((name) => (
            <li key={name}>
              {name}
              <IconButton
                aria-label={`Remove ${name}`}
                onClick={() => onChange(names.filter((other) => other !== name))}
              >
                <X size="1rem" aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.add}>
        <PersonField label="Name" value={typed} onChange={setTyped} />
        <Button onClick={add}>Add</Button>
      </div>
    </fieldset>
  );
}
