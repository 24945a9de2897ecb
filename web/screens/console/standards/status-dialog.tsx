import { dayHere } from '#contract/day.ts';
import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ManagedDocument } from '#contract/editing.ts';
import { noLanguage } from '#contract/file-name.ts';
import type { Notice, NoticeKind, StandardName } from '#contract/revisions.ts';
import type { FoundEntry } from '#contract/search.ts';
import form from '../../form.module.css';
import { useConsole } from '../state/console-context.ts';
import { EntrySearch } from './entry-search.tsx';
import { CitedBy } from './cited-by.tsx';
import { StandardDialog, WaitingDialog } from './standard-dialog.tsx';
import styles from './standards.module.css';
import { consoleApi } from '../console-api.ts';
import { standardQuery } from './standards-api.ts';

type Props = { document: ManagedDocument; onClose: () => void };

/** Says of a standard, or of some of its revisions, that it is withdrawn, replaced or not for new design, or takes that back. */
export function StatusDialog({ document, onClose }: Props) {
  const { customer, doc_num, language } = document;
  const { data, error } = useQuery(standardQuery({ customer, doc_num, language }));
  const title = `Status of ${doc_num} · ${language ?? noLanguage}`;
  if (data !== undefined)
    return (
      <Form
        {...{ title, document, onClose }}
        notice={data.notice}
        labels={data.data.map(({ doc_rev }) => doc_rev)}
      />
    );
  return <WaitingDialog {...{ title, error, onClose }} />;
}

type FormProps = Props & { title: string; notice: Notice | null; labels: string[] };

const kinds: Record<NoticeKind | 'none', string> = {
  none: 'Valid',
  withdrawn: 'Withdrawn',
  replaced: 'Replaced by another standard',
  not_for_new_design: 'Not for new design',
};

const done: Record<NoticeKind | 'none', string> = {
  none: 'valid again',
  withdrawn: 'withdrawn',
  replaced: 'replaced',
  not_for_new_design: 'not for new design',
};

function Form({ title, document, notice, labels, onClose }: FormProps) {
  const { undo } = useConsole();
  const id = useId();
  const [kind, setKind] = useState<NoticeKind | 'none'>(notice?.kind ?? 'none');
  const [on, setOn] = useState(notice === null ? dayHere() : (notice.on ?? ''));
  const [remark, setRemark] = useState(notice?.remark ?? '');
  const [about, setAbout] = useState(notice?.revisions ?? null);
  const [found, setFound] = useState<FoundEntry | null>(null);
  const by: StandardName | null = found ?? notice?.replaced_by ?? null;

  async function save() {
    if (kind === 'replaced' && by === null)
      throw new Error('Search for the standard that replaces it, and choose it.');
    const replaced_by = kind === 'replaced' ? nameOf(by) : null;
    if (about?.length === 0) throw new Error('Choose a revision.');
    const said = { on: on === '' ? null : on, remark, replaced_by, revisions: about };
    const { change_id } = await consoleApi.saveNotice({
      body: { document_id: document.id, notice: kind === 'none' ? null : { ...said, kind } },
    });
    if (change_id === null) return null;
    const words = `${document.doc_num} ${done[kind]}`;
    return { words, step: undo.did(words, [change_id]) };
  }

  const stops = kind === 'withdrawn' || kind === 'replaced';
  return (
    <StandardDialog title={title} save="Save" onSave={save} onClose={onClose}>
      <fieldset className={form.choices}>
        <legend>Status</legend>
        {(Object.keys(kinds) as (keyof typeof kinds)[]).map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={`${id}-kind`}
              checked={kind === one}
              onChange={() => setKind(one)}
            />
            <span>{kinds[one]}</span>
          </label>
        ))}
      </fieldset>
      {kind !== 'none' && labels.length > 1 && (
        <AboutRevisions labels={labels} about={about} own={document.doc_rev} onChange={setAbout} />
      )}
      {kind === 'replaced' && (
        <div className={styles.nested}>
          {by !== null && (
            <p>
              Replaced by <b>{by.doc_num}</b> · {by.language ?? noLanguage} of {by.customer}
            </p>
          )}
          <EntrySearch chosen={found} keepsFiles onChoose={setFound} />
        </div>
      )}
      {stops && <CitedBy document={document} />}
      {kind !== 'none' && (
        <>
          <label>
            Since (if known)
            <input
              type="date"
              className={form.input}
              value={on}
              onChange={({ target }) => setOn(target.value)}
            />
          </label>
          <label>
            Remark for readers
            <textarea
              className={form.input}
              rows={2}
              maxLength={1000}
              value={remark}
              onChange={({ target }) => setRemark(target.value)}
            />
          </label>
        </>
      )}
    </StandardDialog>
  );
}

type AboutProps = {
  labels: string[];
  about: string[] | null;
  own: string;
  onChange: (about: string[] | null) => void;
};

/** All revisions of the standard, or those that are checked. */
function AboutRevisions({ labels, about, own, onChange }: AboutProps) {
  const id = useId();
  const toggled = (label: string) =>
    labels.filter((one) => (about ?? []).includes(one) !== (one === label));
  return (
    <fieldset className={form.choices}>
      <legend>Of which revisions</legend>
      <label>
        <input type="radio" name={id} checked={about === null} onChange={() => onChange(null)} />
        <span>All {labels.length}, and those to come</span>
      </label>
      <label>
        <input type="radio" name={id} checked={about !== null} onChange={() => onChange([own])} />
        <span>Only these</span>
      </label>
      {about !== null && (
        <div className={styles.nested}>
          {labels.map((label) => (
            <label key={label}>
              <input
                type="checkbox"
                checked={about.includes(label)}
                onChange={() => onChange(toggled(label))}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}

function nameOf(of: StandardName | null): StandardName | null {
  return of && { customer: of.customer, doc_num: of.doc_num, language: of.language };
}
