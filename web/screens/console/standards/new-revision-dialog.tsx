import { type DragEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ManagedDocument } from '#contract/editing.ts';
import { noLanguage } from '#contract/file-name.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import form from '../form.module.css';
import { saveDocuments } from '../console-api.ts';
import { useConsole } from '../state/console-context.ts';
import { messageOf } from '../format.ts';
import { useUndo } from '../state/use-undo.ts';
import { nextRevision } from './next-revision.ts';
import { type Place, placeInWords, PlaceWords, usePlace } from './place-words.tsx';
import styles from './standards.module.css';
import { standardQuery } from './standards-api.ts';

type Props = { document: ManagedDocument; onClose: () => void };

/** Asks for a new revision of the standard that an entry belongs to, and makes it. */
export function NewRevisionDialog({ document, onClose }: Props) {
  const { customer, doc_num, language } = document;
  const { data: revisions, isPending } = useQuery(standardQuery({ customer, doc_num, language }));
  const title = `New revision of ${doc_num} · ${language ?? noLanguage}`;
  const [latest] = revisions?.data ?? [];
  const suggested = nextRevision(latest?.doc_rev ?? document.doc_rev) ?? '';
  if (isPending) {
    return (
      <Dialog title={title} onClose={onClose}>
        <p>Looking at its revisions…</p>
      </Dialog>
    );
  }
  const start = { doc_rev: suggested, doc_desc: latest?.doc_desc ?? document.doc_desc };
  return <Form {...{ title, document, start, onClose }} />;
}

type FormProps = Props & { title: string; start: { doc_rev: string; doc_desc: string } };

function Form({ title, document, start, onClose }: FormProps) {
  const { undo, uploads, upload, refresh } = useConsole();
  const { take } = useUndo();
  const id = useId();
  const [docRev, setDocRev] = useState(start.doc_rev);
  const [docDesc, setDocDesc] = useState(start.doc_desc);
  const [issuedOn, setIssuedOn] = useState('');
  const [pdf, setPdf] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const place = usePlace(document.id, docRev, issuedOn === '' ? null : issuedOn);
  const canSave = docRev.trim() !== '' && place?.place !== 'taken' && !busy;

  useEffect(function startAtRevision() {
    first.current?.select(); // after the dialog took the focus to its first button
  }, []);

  async function save(event: SubmitEvent) {
    event.preventDefault();
    if (!canSave) return;
    setBusy(true);
    setFault(null);
    try {
      const { customer, doc_num, language } = document;
      const fields = { customer, doc_num, language, doc_rev: docRev.trim(), doc_desc: docDesc };
      const issued_on = issuedOn === '' ? null : issuedOn;
      const answer = await saveDocuments({
        rows: [{ ...fields, issued_on, id: null, version: null }],
      });
      const entry = answer.results[0]?.outcome === 'saved' ? answer.results[0].current : null;
      if (entry === null) throw new Error(answer.results[0]?.reason ?? 'It cannot be saved.');
      const words = `New revision ${entry.doc_rev} of ${entry.doc_num}`;
      if (answer.change_id !== null) undo.added(words, answer.change_id, [entry], uploads);
      if (pdf !== null) upload([{ file: pdf, documentId: entry.id }]);
      const undoIt = { label: 'Undo', act: () => void take('undo') };
      showToast(doneInWords(words, place), undoIt);
      refresh();
      onClose();
    } catch (error) {
      setFault(messageOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" aria-disabled={!canSave}>
            {place?.place === 'older' ? 'Add the older revision' : 'Add revision'}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.fields} onSubmit={(event) => void save(event)}>
        {fault !== null && <Alert>{fault}</Alert>}
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
        <PdfChoice pdf={pdf} onChoose={setPdf} />
      </form>
    </Dialog>
  );
}

function doneInWords(words: string, place: Place | null): string {
  return place?.place === 'newest' ? `${words}: ${placeInWords(place)}` : `${words} added`;
}

type PdfProps = { pdf: File | null; onChoose: (pdf: File | null) => void };

function PdfChoice({ pdf, onChoose }: PdfProps) {
  const id = useId();
  const [over, setOver] = useState(false);

  function chooseDropped(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onChoose(event.dataTransfer.files[0] ?? null);
  }

  return (
    <div
      className={styles.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={chooseDropped}
    >
      <label htmlFor={id}>PDF: choose it, or drop it here. It can also come later.</label>
      <input
        id={id}
        type="file"
        accept="application/pdf,.pdf"
        onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
      />
      {pdf !== null && <output>{pdf.name} goes with it.</output>}
    </div>
  );
}
