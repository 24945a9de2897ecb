import { type ReactNode, useId, useState } from 'react';
import { noLanguage } from '#contract/file-name.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { customerListId } from '../state/customer-suggestions.tsx';
import type { DocumentFields } from '../state/document-rows.ts';
import form from '../../form.module.css';
import { messageOf } from '../format.ts';
import { PlaceWords, usePlace } from '../standards/place-words.tsx';
import styles from './names-dialog.module.css';
import { EntrySearch } from '../standards/entry-search.tsx';
import { type NameDecision, suggestedDecision, type UnclaimedName } from './names.ts';

type Props = {
  title: string;
  /** The label of the button that carries out the decisions. */
  verb: string;
  /** What taking the nearest entry does, in words. */
  nearestLabel: (fileName: string) => string;
  names: readonly UnclaimedName[];
  /** Carries out the decisions; answers why some were refused, by their index. */
  onDecide: (decisions: readonly NameDecision[]) => Promise<ReadonlyMap<number, string>>;
  onClose: () => void;
};

/** Asks what to do with files whose names belong to no entry. */
export function NamesDialog({ title, verb, nearestLabel, names, onDecide, onClose }: Props) {
  const [decisions, setDecisions] = useState(() => names.map(suggestedDecision));
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const [over, setOver] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function carryOut() {
    setBusy(true);
    setFault(null);
    try {
      const refusedNow = await onDecide(decisions);
      setRefused(refusedNow);
      if (refusedNow.size === 0) onClose();
      // What was carried out is not asked about again, and not done again with the rest.
      const isOver = (at: number) => !refusedNow.has(at);
      setOver(new Set([...names.keys()].filter(isOver)));
      setDecisions(decisions.map((one, at) => (isOver(at) ? { ...one, choice: 'skip' } : one)));
    } catch (error) {
      setFault(messageOf(error));
    }
    setBusy(false);
  }

  function changeAll(change: (decision: NameDecision, at: number) => NameDecision) {
    setDecisions(decisions.map((one, at) => (over.has(at) ? one : change(one, at))));
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
      {names.length - over.size > 1 && (
        <SameForAll
          hasNearest={names.some(({ nearest }) => nearest !== null)}
          decisions={decisions}
          onChoose={(choice) => changeAll((one, at) => withChoice(one, choice, names[at]))}
          onCustomer={(customer) =>
            changeAll((one) => ({ ...one, fields: { ...one.fields, customer } }))
          }
        />
      )}
      {[...names.entries()].flatMap(([at, unclaimed]) =>
        over.has(at) ? (
          []
        ) : (
          <Question
            // Two folders may hold files of the same name, and the order of the list never changes.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            unclaimed={unclaimed}
            nearestLabel={nearestLabel}
            decision={decisions[at] ?? suggestedDecision(unclaimed)}
            onChange={(decision) => setDecisions(decisions.with(at, decision))}
          >
            {refused.has(at) && <Alert>{refused.get(at)}</Alert>}
          </Question>
        ),
      )}
    </Dialog>
  );
}

/** The choice that was made for all; a file without a nearest entry keeps its own when it is that one. */
function withChoice(
  decision: NameDecision,
  choice: NameDecision['choice'],
  of: UnclaimedName | undefined,
): NameDecision {
  const has = { nearest: of?.nearest, revision: of?.revision_of };
  const isMissing = choice in has && !has[choice as keyof typeof has];
  return isMissing ? decision : { ...decision, choice };
}

type SameForAllProps = {
  hasNearest: boolean;
  decisions: readonly NameDecision[];
  onChoose: (choice: NameDecision['choice']) => void;
  onCustomer: (customer: string) => void;
};

/** Answers all questions at once; each can be answered otherwise afterwards. */
function SameForAll({ hasNearest, decisions, onChoose, onCustomer }: SameForAllProps) {
  const creating = decisions.filter(({ choice }) => choice === 'create');
  const customers = new Set(creating.map(({ fields }) => fields.customer));
  const [customer] = customers.size === 1 ? customers : [''];
  return (
    <fieldset className={styles.all}>
      <legend>The same for all</legend>
      {hasNearest && <Button onClick={() => onChoose('nearest')}>Nearest entry</Button>}
      <Button onClick={() => onChoose('create')}>Create entries</Button>
      <Button onClick={() => onChoose('skip')}>Skip all</Button>
      {creating.length > 1 && (
        <label>
          Customer of all
          <input
            className={form.input}
            value={customer ?? ''}
            placeholder={customers.size > 1 ? 'Several' : ''}
            list={customerListId}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onCustomer(event.target.value)}
          />
        </label>
      )}
    </fieldset>
  );
}

type QuestionProps = {
  unclaimed: UnclaimedName;
  nearestLabel: (fileName: string) => string;
  decision: NameDecision;
  onChange: (decision: NameDecision) => void;
  children: ReactNode;
};

function Question({ unclaimed, nearestLabel, decision, onChange, children }: QuestionProps) {
  const name = useId();
  const { nearest, revision_of } = unclaimed;
  const { choice, fields } = decision;
  const choose = (next: NameDecision['choice']) => onChange({ ...decision, choice: next });

  return (
    <fieldset className={styles.question}>
      <legend>{unclaimed.name}</legend>
      {children}
      <div className={form.choices}>
        {revision_of && (
          <Choice name={name} checked={choice === 'revision'} onChoose={() => choose('revision')}>
            New revision {fields.doc_rev} of {revision_of.doc_num} ·{' '}
            {revision_of.language ?? noLanguage} ({unclaimed.likely_customer})
          </Choice>
        )}
        {revision_of && choice === 'revision' && (
          <div className={styles.fields}>
            <NewRevisionPlace documentId={revision_of.document_id} doc_rev={fields.doc_rev} />
          </div>
        )}
        {nearest !== null && (
          <Choice name={name} checked={choice === 'nearest'} onChoose={() => choose('nearest')}>
            {nearestLabel(nearest.file_name)} (nearest entry, {nearest.customer})
          </Choice>
        )}
        <Choice name={name} checked={choice === 'other'} onChoose={() => choose('other')}>
          {nearest === null ? 'An existing entry' : 'Another existing entry'}
        </Choice>
        {choice === 'other' && (
          <EntrySearch
            chosen={decision.other}
            onChoose={(other) => onChange({ ...decision, other })}
          />
        )}
        <Choice name={name} checked={choice === 'create'} onChoose={() => choose('create')}>
          Create entry
        </Choice>
        {choice === 'create' && (
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
                  onChange={(event) =>
                    onChange({ ...decision, fields: { ...fields, [field]: event.target.value } })
                  }
                />
              </label>
            ))}
          </div>
        )}
        <Choice name={name} checked={choice === 'skip'} onChoose={() => choose('skip')}>
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

function NewRevisionPlace({ documentId, doc_rev }: { documentId: number; doc_rev: string }) {
  return <PlaceWords place={usePlace(documentId, doc_rev)} />;
}

type ChoiceProps = { name: string; checked: boolean; onChoose: () => void; children: ReactNode };

function Choice({ name, checked, onChoose, children }: ChoiceProps) {
  return (
    <label>
      <input type="radio" name={name} checked={checked} onChange={onChoose} />
      <span>{children}</span>
    </label>
  );
}
