import { useState } from 'react';
import { X } from 'lucide-react';
import { actionTitle, personIn } from '#contract/case-facts.ts';
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
      <p className={form.hint}>A case that is late stays marked as late.</p>
    </FormDialog>
  );
}

const correctable = { notified_on: 'Notified', implemented_on: 'Implemented' } as const;

/** Corrects a date of a case whose review is signed or ended; both values stay to be seen. */
export function CorrectDialog({ of, calls, onClose }: Props) {
  const fields = [
    {
      key: 'notified_on',
      name: correctable.notified_on,
      day: of.notified_on,
      sent: { field: 'notified_on' },
    },
    {
      key: 'implemented_on',
      name: correctable.implemented_on,
      day: of.implemented_on,
      sent: { field: 'implemented_on' },
    },
    ...of.actions.map((action) => ({
      key: String(action.id),
      name: `${actionTitle(action)} done`,
      day: action.done_on,
      sent: { field: 'done_on' as const, action: action.id },
    })),
  ] as const;
  const known = fields.filter(({ key, day }) => key === 'notified_on' || day !== null);
  const [key, setKey] = useState<string>('notified_on');
  const chosen = known.find((field) => field.key === key);
  const [day, setDay] = useState('');
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title="Correct a date"
      submit="Correct"
      onSubmit={async () => chosen && calls.correct({ ...chosen.sent, day, reason })}
      onClose={onClose}
    >
      <label className={form.field}>
        Date
        <select className={form.input} value={key} onChange={({ target }) => setKey(target.value)}>
          {known.map((field) => (
            <option key={field.key} value={field.key}>
              {field.name}: {field.day ?? 'not known'}
            </option>
          ))}
        </select>
      </label>
      <label className={form.field}>
        Right day
        <input
          type="date"
          className={form.input}
          required
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      </label>
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  );
}

type FieldProps = { value: string; onChange: (value: string) => void; isNeeded?: boolean };

export function ReasonField({ value, onChange, isNeeded = true }: FieldProps) {
  return (
    <label className={form.field}>
      {isNeeded ? 'Reason' : 'Reason, where a date is an exception'}
      <textarea
        className={form.input}
        rows={isNeeded ? 3 : 1}
        required={isNeeded}
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
  const [reason, setReason] = useState('');
  const [reviewers, setReviewers] = useState<readonly string[]>(of.reviewers);
  const [watchers, setWatchers] = useState<readonly string[]>(of.watchers);

  const save = () =>
    calls.save({
      ...(owner.trim() === (of.owner ?? '') ? {} : { owner: owner.trim() || null }),
      ...(notified === (of.notified_on ?? '') ? {} : { notified_on: notified || null }),
      ...(isSame(reviewers, of.reviewers) ? {} : { reviewers: [...reviewers] }),
      ...(reason.trim() === '' ? {} : { reason }),
      ...(isSame(watchers, of.watchers) ? {} : { watchers: [...watchers] }),
    });

  return (
    <FormDialog title="People and dates" submit="Save" onSubmit={save} onClose={onClose}>
      <div className={form.field}>
        <PersonField label="Owner" value={owner} onChange={setOwner} />
      </div>
      <People of={of} label="Reviewers" names={reviewers} onChange={setReviewers} />
      <People of={of} label="Watchers" names={watchers} onChange={setWatchers} />
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
      {isPending(of) && <ReasonField value={reason} onChange={setReason} isNeeded={false} />}
      {isPending(of) && of.due_reason === null && (
        <p className={form.hint}>
          The due day is counted from this day. A second reviewer corrects a wrong one.
        </p>
      )}
    </FormDialog>
  );
}

type PeopleProps = {
  of: WholeCase;
  label: string;
  names: readonly string[];
  onChange: (names: readonly string[]) => void;
};

function People({ of, label, names, onChange }: PeopleProps) {
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
              {personIn(of, name)}
              <IconButton
                aria-label={`Remove ${personIn(of, name)}`}
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
