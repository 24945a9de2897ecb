import { type ReactNode, useId, useState } from 'react';
import button from '../../../ui/button.module.css';
import { Dialog } from '../../../ui/dialog.tsx';
import { Alert } from '../../../ui/notice.tsx';
import type { DocumentFields } from '../catalogue/kinds.ts';
import { messageOf } from '../format.ts';
import { type Decision, entryOf, firstDecision, type NameRead } from './names.ts';
import styles from './names-dialog.module.css';
import form from '../catalogue/form.module.css';

type Props = {
  title: string;
  /** What the button says that carries it out. */
  verb: string;
  /** What taking the nearest entry does, in words. */
  nearestLabel: (fileName: string) => string;
  reads: readonly NameRead[];
  /** Carries out what was decided; answers with those that were refused and why. */
  onDecide: (decisions: readonly Decision[]) => Promise<ReadonlyMap<number, string>>;
  onClose: () => void;
};

/** Files whose names belong to no entry: whose are they? */
export function NamesDialog({ title, verb, nearestLabel, reads, onDecide, onClose }: Props) {
  const [decisions, setDecisions] = useState(() => reads.map(firstDecision));
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function carryOut() {
    setBusy(true);
    setFault(null);
    try {
      const nowRefused = await onDecide(decisions);
      setRefused(nowRefused);
      if (nowRefused.size === 0) onClose();
      // What went well is not done again with the rest.
      else setDecisions(decisions.map((one, at) => (nowRefused.has(at) ? one : skip)));
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
          <button type="button" className={button.secondary} onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className={button.primary}
            aria-disabled={busy}
            onClick={() => !busy && void carryOut()}
          >
            {verb}
          </button>
        </>
      }
    >
      {fault !== null && <Alert>{fault}</Alert>}
      {reads.map((read, at) => (
        <Question
          // Two folders may hold files of one name, and the list never changes its order.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          read={read}
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
  read: NameRead;
  nearestLabel: (fileName: string) => string;
  decision: Decision;
  onChange: (decision: Decision) => void;
  children: ReactNode;
};

function Question({ read, nearestLabel, decision, onChange, children }: QuestionProps) {
  const name = useId();
  const [fields, setFields] = useState(() => entryOf(read));
  const { nearest } = read;

  function write(field: keyof DocumentFields, text: string) {
    const next = { ...fields, [field]: text };
    setFields(next);
    onChange({ choice: 'create', fields: next });
  }

  return (
    <fieldset className={styles.question}>
      <legend>{read.name}</legend>
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
  { field: 'customer', label: 'Customer', list: 'console-customers' },
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
