import { useState } from 'react';
import { Pencil, Plus } from 'lucide-react';
import {
  type CaseActionKind,
  caseActionKinds,
  caseActionNames,
  endedStates,
} from '#contract/case-words.ts';
import { actionsOfLine, linesOfAction, personIn } from '#contract/case-facts.ts';
import type { CaseAction, WholeCase } from '#contract/cases.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { dayInWords } from '../../main/revisions/day.ts';
import type { ActionFields } from '../cases-api.ts';
import { FormDialog } from '../../form-dialog.tsx';
import form from '../../form.module.css';
import { PersonField } from '../person-field.tsx';
import styles from './actions.module.css';
import type { CaseCalls } from './use-case-calls.ts';

type Props = { of: WholeCase; calls: CaseCalls };

/** What follows from the review: documents, gauges, suppliers … that have to change. */
export function Actions({ of, calls }: Props) {
  const [edited, setEdited] = useState<CaseAction | 'new' | null>(null);
  const hasEnded = (endedStates as readonly string[]).includes(of.state);
  const mayEdit = of.may_review && !hasEnded;
  const open = of.actions.filter(({ done_on }) => done_on === null).length;
  // As it is now: it may have been read again after a conflict.
  const current =
    edited === 'new' ? null : (of.actions.find(({ id }) => id === edited?.id) ?? null);
  return (
    <section className={styles.actions} aria-label="Actions">
      <div className={styles.top}>
        <h2>
          Actions{' '}
          <span>{of.actions.length === 0 ? '' : `${open} of ${of.actions.length} open`}</span>
        </h2>
        {mayEdit && (
          <Button onClick={() => setEdited('new')}>
            <Plus size="1rem" aria-hidden />
            Add an action…
          </Button>
        )}
      </div>
      {of.actions.length === 0 ? (
        <p className={styles.none}>No actions yet.</p>
      ) : (
        <ul className={styles.list}>
          {of.actions.map((action) => (
            <li key={action.id} data-done={action.done_on !== null}>
              <ActionText of={of} action={action} />
              {mayEdit && (
                <IconButton
                  aria-label={`Edit ${caseActionNames[action.kind]} ${action.reference}`}
                  onClick={() => setEdited(action)}
                >
                  <Pencil size="1rem" aria-hidden />
                  Edit
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {edited !== null && (
        <ActionDialog of={of} action={current} calls={calls} onClose={() => setEdited(null)} />
      )}
    </section>
  );
}

function ActionText({ of, action }: { of: WholeCase; action: CaseAction }) {
  const numbers = linesOfAction(of, action);
  const { kind, reference, owner, due_on, done_on, evidence } = action;
  const isLate = done_on === null && due_on !== null && due_on < of.today;
  return (
    <div>
      <p>
        <b>{caseActionNames[kind]}</b> {reference}
      </p>
      <p className={styles.facts}>
        {numbers.length > 0 && (
          <span>
            {numbers.length === 1 ? 'Line' : 'Lines'} {numbers.join(', ')}
          </span>
        )}
        {owner !== null && <span>{personIn(of, owner)}</span>}
        {done_on !== null && <span>Done on {dayInWords(done_on)}</span>}
        {due_on !== null && (
          <span data-late={isLate}>
            {isLate || done_on !== null ? 'Was due' : 'Due'} on {dayInWords(due_on)}
          </span>
        )}
        {evidence !== '' && <span>Evidence: {<EvidenceText text={evidence} />}</span>}
      </p>
    </div>
  );
}

function EvidenceText({ text }: { text: string }) {
  if (!/^https?:\/\/\S+$/.test(text)) return text;
  return (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

type DialogProps = {
  of: WholeCase;
  action: CaseAction | null;
  calls: CaseCalls;
  onClose: () => void;
};

function ActionDialog({ of, action, calls, onClose }: DialogProps) {
  const [fields, setFields] = useState<ActionFields>(() => fieldsOf(of, action));
  const lines = of.lines.filter(
    ({ id, decision }) => decision === 'action' || action?.lines.includes(id),
  );
  const set = (change: Partial<ActionFields>) => setFields({ ...fields, ...change });
  return (
    <FormDialog
      title={action === null ? 'Add an action' : 'Edit the action'}
      submit={action === null ? 'Add' : 'Save'}
      onSubmit={() => calls.saveAction(action, { ...fields, owner: fields.owner?.trim() || null })}
      onClose={onClose}
    >
      <div className={form.pair}>
        <label className={form.field}>
          Kind
          <select
            className={form.input}
            value={fields.kind}
            // The options are the kinds.
            onChange={({ target }) => set({ kind: target.value as CaseActionKind })}
          >
            {caseActionKinds.map((kind) => (
              <option key={kind} value={kind}>
                {caseActionNames[kind]}
              </option>
            ))}
          </select>
        </label>
        <label className={form.field}>
          Reference
          <input
            className={form.input}
            maxLength={400}
            placeholder="Such as CP-1044"
            value={fields.reference}
            onChange={({ target }) => set({ reference: target.value })}
          />
        </label>
      </div>
      <div className={form.field}>
        <PersonField
          label="Owner"
          value={fields.owner ?? ''}
          onChange={(owner) => set({ owner })}
        />
      </div>
      <div className={form.pair}>
        <DayField label="Due on" value={fields.due_on} onChange={(due_on) => set({ due_on })} />
        <DayField label="Done on" value={fields.done_on} onChange={(done_on) => set({ done_on })} />
      </div>
      {lines.length > 0 && (
        <fieldset className={`${form.choices} ${styles.lines}`}>
          <legend>Lines that it follows from</legend>
          {lines.map(({ id, position, text }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={fields.lines?.includes(id) ?? false}
                onChange={({ target }) =>
                  set({
                    lines: target.checked
                      ? [...(fields.lines ?? []), id]
                      : (fields.lines ?? []).filter((other) => other !== id),
                  })
                }
              />
              <span>
                {position}. {text}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <label className={form.field}>
        Evidence (a link or a text)
        <textarea
          className={form.input}
          rows={2}
          maxLength={2000}
          value={fields.evidence}
          onChange={({ target }) => set({ evidence: target.value })}
        />
      </label>
    </FormDialog>
  );
}

/** A new one follows from the lines that have none yet. */
function fieldsOf(of: WholeCase, action: CaseAction | null): ActionFields {
  if (action === null) {
    const without = of.lines.filter(
      (line) => line.decision === 'action' && actionsOfLine(of, line).length === 0,
    );
    return {
      kind: 'control_plan',
      reference: '',
      owner: null,
      due_on: null,
      done_on: null,
      evidence: '',
      lines: without.map(({ id }) => id),
    };
  }
  const { kind, reference, owner, due_on, done_on, evidence, lines } = action;
  return { kind, reference, owner, due_on, done_on, evidence, lines };
}

type DayProps = {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
};

function DayField({ label, value, onChange }: DayProps) {
  return (
    <label className={form.field}>
      {label}
      <input
        type="date"
        className={form.input}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
      />
    </label>
  );
}
