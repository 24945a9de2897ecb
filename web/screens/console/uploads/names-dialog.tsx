import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { customerListId } from '../catalogue/customer-filter.tsx';
import type { DocumentFields } from '../catalogue/document-rows.ts';
import form from '../catalogue/form.module.css';
import { messageOf } from '../format.ts';
import styles from './names-dialog.module.css';
import { type Decision, entryFromName, suggestedDecision, type UnclaimedName } from './names.ts';

type Props = {
  title: string;
  /** The label of the button that carries out the decisions. */
  verb: string;
  /** What taking the nearest entry does, in words. */
  nearestLabel: (fileName: string) => string;
  names: readonly UnclaimedName[];
  /** Carries out the decisions; answers why some were refused, by their index. */
  onDecide: (decisions: readonly Decision[]) => Promise<ReadonlyMap<number, string>>;
  onClose: () => void;
};

/** Asks what to do with files whose names belong to no entry. */
export function NamesDialog({ title, verb, nearestLabel, names, onDecide, onClose }: Props) {
  const [decisions, setDecisions] = useState(() => names.map(suggestedDecision));
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function carryOut() {
    setBusy(true);
    setFault(null);
    try {
      const stillRefused = await onDecide(decisions);
      setRefused(stillRefused);
      if (stillRefused.size === 0) onClose();
      // What was carried out is not done again with the rest.
      else setDecisions(decisions.map((one, at) => (stillRefused.has(at) ? one : skip)));
    } catch (error) {
      setFault(messageOf(error));
    }
    setBusy(false);
  }

  return (
    <Dialog
      title={title}
      shape="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" aria-disabled={busy} onClick={() => !busy && void carryOut()}>
            {verb}
          </Button>
        </>
      }
    >
      {fault !== null && <Alert>{fault}</Alert>}
      {names.map((unclaimed, at) => (
        <Question
          // Two folders may hold files of the same name, and the order of the list never changes.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          unclaimed={unclaimed}
          nearestLabel={nearestLabel}
          decision={decisions[at] ?? skip}
          onChange={(decision) => setDecisions(decisions.with(at, decision))}
        >
          {refused.has(at) && <Alert>{refused.get(at)}</Alert>}
        </Question>
      ))}
    </Dialog>
  );
}

const skip: Decision = { choice: 'skip' };

type QuestionProps = {
  unclaimed: UnclaimedName;
  nearestLabel: (fileName: string) => string;
  decision: Decision;
  onChange: (decision: Decision) => void;
  children: ReactNode;
};

function Question({ unclaimed, nearestLabel, decision, onChange, children }: QuestionProps) {
  const name = useId();
  const [fields, setFields] = useState(() => entryFromName(unclaimed));
  const { nearest } = unclaimed;

  function write(field: keyof DocumentFields, text: string) {
    const next = { ...fields, [field]: text };
    setFields(next);
    onChange({ choice: 'create', fields: next });
  }

  return (
    <fieldset className={styles.question}>
      <legend>{unclaimed.name}</legend>
      {children}
      <div className={form.choices}>
        {nearest !== null && (
          <Choice
            name={name}
            checked={decision.choice === 'nearest'}
            onChoose={() => onChange({ choice: 'nearest' })}
          >
            {nearestLabel(nearest.file_name)} (nearest entry, {nearest.customer})
          </Choice>
        )}
        <Choice
          name={name}
          checked={decision.choice === 'create'}
          onChoose={() => onChange({ choice: 'create', fields })}
        >
          Create entry
        </Choice>
        {decision.choice === 'create' && (
          <div className={styles.fields}>
            {entryInputs.map(({ field, label, list }) => (
              <label key={field}>
                {label}
                <input
                  className={form.input}
                  value={fields[field]}
                  list={list}
                  spellCheck={false}
                  autoComplete="off"
                  onChange={(event) => write(field, event.target.value)}
                />
              </label>
            ))}
          </div>
        )}
        <Choice name={name} checked={decision.choice === 'skip'} onChoose={() => onChange(skip)}>
          Skip
        </Choice>
      </div>
    </fieldset>
  );
}

const entryInputs: { field: keyof DocumentFields; label: string; list?: string }[] = [
  { field: 'customer', label: 'Customer', list: customerListId },
  { field: 'doc_num', label: 'Standard Number' },
  { field: 'language', label: 'Language' },
  { field: 'doc_rev', label: 'Revision' },
  { field: 'doc_desc', label: 'Description' },
];

type ChoiceProps = { name: string; checked: boolean; onChoose: () => void; children: ReactNode };

function Choice({ name, checked, onChoose, children }: ChoiceProps) {
  return (
    <label>
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span>{children}</span>
    </label>
  );
}
