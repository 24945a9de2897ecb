import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ManagedDocument } from '#contract/editing.ts';
import { isWholeText } from '#contract/revision-words.ts';
import { noLanguage } from '#contract/file-name.ts';
import { FileDrop } from '../../../ui/file-drop.tsx';
import form from '../../form.module.css';
import { consoleApi } from '../console-api.ts';
import { useConsole } from '../state/console-context.ts';
import { nextRevision } from './next-revision.ts';
import { type RevisionPlace, placeInWords, PlaceWords, usePlace } from './place-words.tsx';
import { StandardDialog, WaitingDialog } from './standard-dialog.tsx';
import styles from './standards.module.css';
import { standardQuery } from './standards-api.ts';

type Props = { document: ManagedDocument; onClose: () => void };

/** Asks for a new revision of the standard that an entry belongs to, and makes it. */
export function NewRevisionDialog({ document, onClose }: Props) {
  const { customer, doc_num, language } = document;
  const { data: revisions, isPending } = useQuery(standardQuery({ customer, doc_num, language }));
  const title = `New revision of ${doc_num} · ${language ?? noLanguage}`;
  const latest = revisions?.data.find(({ kind }) => isWholeText(kind));
  const suggested = nextRevision(latest?.doc_rev ?? document.doc_rev) ?? '';
  if (isPending) return <WaitingDialog title={title} error={null} onClose={onClose} />;
  const start = { doc_rev: suggested, doc_desc: latest?.doc_desc ?? document.doc_desc };
  return <Form {...{ title, document, start, onClose }} />;
}

type FormProps = Props & { title: string; start: { doc_rev: string; doc_desc: string } };

function Form({ title, document, start, onClose }: FormProps) {
  const { undo, uploads, upload } = useConsole();
  const [docRev, setDocRev] = useState(start.doc_rev);
  const [docDesc, setDocDesc] = useState(start.doc_desc);
  const [issuedOn, setIssuedOn] = useState('');
  const [pdf, setPdf] = useState<File | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const place = usePlace(document.id, docRev, issuedOn === '' ? null : issuedOn);

  useEffect(function startAtRevision() {
    first.current?.select(); // after the dialog took the focus to its first button
  }, []);

  async function save() {
    const { customer, doc_num, language } = document;
    const fields = { customer, doc_num, language, doc_rev: docRev.trim(), doc_desc: docDesc };
    const issued_on = issuedOn === '' ? null : issuedOn;
    const answer = await consoleApi.saveDocuments({
      body: { rows: [{ ...fields, issued_on, id: null, version: null }] },
    });
    const entry = answer.results[0]?.outcome === 'saved' ? answer.results[0].current : null;
    if (entry === null)
      throw new Error(
        answer.results[0]?.reason ?? 'The server refused this row. Check it, then try again.',
      );
    const words = `New revision ${entry.doc_rev} of ${entry.doc_num}`;
    const step =
      answer.change_id === null ? null : undo.added(words, answer.change_id, [entry], uploads);
    if (pdf !== null) upload([{ file: pdf, documentId: entry.id }]);
    return step && { step, words: doneInWords(words, place) };
  }

  return (
    <StandardDialog
      title={title}
      save={place?.place === 'older' ? 'Add the older revision' : 'Add revision'}
      canSave={docRev.trim() !== '' && place?.place !== 'taken'}
      onSave={save}
      onClose={onClose}
    >
      <div className={styles.pair}>
        <label>
          Revision
          <input
            ref={first}
            className={form.input}
            value={docRev}
            maxLength={40}
            required
            spellCheck={false}
            autoComplete="off"
            onChange={({ target }) => setDocRev(target.value)}
          />
        </label>
        <label>
          Issued on (if known)
          <input
            type="date"
            className={form.input}
            value={issuedOn}
            onChange={({ target }) => setIssuedOn(target.value)}
          />
        </label>
      </div>
      <PlaceWords place={place} />
      <label>
        Description
        <input
          className={form.input}
          value={docDesc}
          onChange={({ target }) => setDocDesc(target.value)}
        />
      </label>
      <FileDrop
        label="PDF: choose it, or drop it here. You can also add it later."
        accept="application/pdf,.pdf"
        onChoose={setPdf}
      >
        {pdf !== null && <output>{pdf.name} will be uploaded.</output>}
      </FileDrop>
    </StandardDialog>
  );
}

function doneInWords(words: string, place: RevisionPlace | null): string {
  return place !== null && place.place !== 'older' && place.place !== 'unsure'
    ? `${words}: ${placeInWords(place)}`
    : `${words} added`;
}
