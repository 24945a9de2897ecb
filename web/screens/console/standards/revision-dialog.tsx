import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ManagedDocument } from '#contract/editing.ts';
import { noLanguage } from '#contract/file-name.ts';
import {
  type RevisionDay,
  revisionDays,
  type RevisionFacts,
  type RevisionKind,
  revisionKindNames,
  revisionKinds,
} from '#contract/revision-words.ts';
import type { Revision } from '#contract/revisions.ts';
import { Alert } from '../../../ui/feedback/notice.tsx';
import form from '../../form.module.css';
import { consoleApi } from '../console-api.ts';
import { useConsole } from '../state/console-context.ts';
import { StandardDialog, WaitingDialog } from './standard-dialog.tsx';
import styles from './standards.module.css';
import { standardQuery } from './standards-api.ts';

type Props = { document: ManagedDocument; onClose: () => void };

/** Says what one revision is, its days and why; of the whole standard StatusDialog speaks. */
export function RevisionDialog({ document, onClose }: Props) {
  const { customer, doc_num, doc_rev, language } = document;
  const { data, error } = useQuery(standardQuery({ customer, doc_num, language }));
  const title = `Revision ${doc_rev} of ${doc_num} · ${language ?? noLanguage}`;
  const own = data?.data.find(({ document_id }) => document_id === document.id);
  if (data === undefined || own === undefined)
    return <WaitingDialog {...{ title, error, onClose }} />;
  const others = data.data.filter((one) => one !== own && one.kind !== 'draft');
  return <Form {...{ title, own, others, onClose }} />;
}

type FormProps = { title: string; own: Revision; others: Revision[]; onClose: () => void };

function Form({ title, own, others, onClose }: FormProps) {
  const { undo } = useConsole();
  const [facts, setFacts] = useState<RevisionFacts>(factsIn(own));
  const set = (changed: Partial<RevisionFacts>) => setFacts({ ...facts, ...changed });
  const kind = facts.stated_kind ?? own.kind;
  const isHung = kind === 'beside' || kind === 'reaffirmed';

  async function save() {
    const { change_id } = await consoleApi.sayRevision({
      body: { document_id: own.document_id, ...facts },
    });
    if (change_id === null) return null;
    const words = `Revision ${own.doc_rev} of ${own.doc_num} changed`;
    return { words, step: undo.did(words, [change_id]) };
  }

  return (
    <StandardDialog title={title} save="Save" onSave={save} onClose={onClose}>
      {own.question !== null && <Alert>{questionInWords(own)}</Alert>}
      <div className={styles.pair}>
        <label>
          Kind
          <select
            className={form.select}
            value={facts.stated_kind ?? ''}
            onChange={({ target }) =>
              set({ stated_kind: (target.value || null) as RevisionKind | null })
            }
          >
            <option value="">As its label says</option>
            {revisionKinds.map((one) => (
              <option key={one} value={one}>
                {revisionKindNames[one]}
              </option>
            ))}
          </select>
        </label>
        {isHung && (
          <label>
            {kind === 'beside' ? 'Amends' : 'Reaffirms'}
            <select
              className={form.select}
              value={facts.stated_amends ?? ''}
              onChange={({ target }) => set({ stated_amends: target.value || null })}
            >
              <option value="">As its label says</option>
              {others.map(({ document_id, doc_rev }) => (
                <option key={document_id}>{doc_rev}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      <div className={styles.pair}>
        {(Object.keys(revisionDays) as RevisionDay[]).map((day) => (
          <label key={day}>
            {revisionDays[day]}
            <input
              type="date"
              className={form.input}
              value={facts[day] ?? ''}
              onChange={({ target }) => set({ [day]: target.value || null })}
            />
          </label>
        ))}
      </div>
      <label>
        Reason, for readers
        <textarea
          className={form.input}
          rows={2}
          maxLength={1000}
          value={facts.reason ?? ''}
          onChange={({ target }) => set({ reason: target.value || null })}
        />
      </label>
    </StandardDialog>
  );
}

/** Of a revision that a librarian put in order as an edition, while its label says another thing. */
export function questionInWords({ doc_rev, question }: Revision): string {
  const name = question === null ? '' : revisionKindNames[question];
  return `The set order counts ${doc_rev} as an edition. Its label says: ${name}. Which is right?`;
}

function factsIn(of: Revision): RevisionFacts {
  const { issued_on, valid_from, usable_until, confirmed_on, withdrawn_on } = of;
  const { stated_kind, stated_amends, reason } = of;
  const days = { issued_on, valid_from, usable_until, confirmed_on, withdrawn_on };
  return { ...days, stated_kind, stated_amends, reason };
}
