import { useState, useSyncExternalStore } from 'react';
import { mostNotesImported } from '#contract/note-words.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { VisibilityChoice } from './notes-bar.tsx';
import { importNotes } from './notes-api.ts';
import type { NotesControl } from './notes-control.ts';
import styles from './signature-dialog.module.css';
import { failureWords } from './shown-words.ts';

type Props = { control: NotesControl; close: () => void };

const mostReasons = 20;

/** Adds notes from a file of W3C Web Annotations, as the export writes it. */
export function ImportDialog({ control, close }: Props) {
  const view = useSyncExternalStore(control.subscribe, control.view);
  const { listing } = useSyncExternalStore(control.store.subscribe, control.store.state);
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<string[]>([]);
  const [fault, setFault] = useState<string | null>(null);

  async function read() {
    setFault(null);
    if (file === null) return setFault('Choose a file first.');
    try {
      const annotations = annotationsIn(await file.text());
      const { name } = control.access;
      const answer = await importNotes(name, annotations, view.options.visibility);
      setResult([
        `${answer.added} added, ${answer.known} known already, ${answer.refused.length} refused.`,
        ...answer.refused.slice(0, mostReasons).map((one) => `Number ${one.number}: ${one.reason}`),
      ]);
      await control.store.refresh();
    } catch (error) {
      setFault(failureWords(error));
    }
  }

  return (
    <Dialog
      title="Import notes"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Close</Button>
          <Button variant="primary" onClick={() => void read()}>
            Import
          </Button>
        </>
      }
    >
      <label className={styles.field}>
        JSON file (W3C Web Annotation)
        <input
          type="file"
          accept=".json,.jsonld,application/json,application/ld+json"
          onChange={({ currentTarget }) => {
            setFile(currentTarget.files?.[0] ?? null);
            setResult([]);
          }}
        />
      </label>
      <VisibilityChoice control={control} view={view} groups={listing?.groups ?? []} />
      <output>
        {result.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </output>
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </Dialog>
  );
}

/** The list of a collection, or the file as a list. */
function annotationsIn(text: string): unknown[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error('This file is no JSON.');
  }
  const items = itemsOf(read);
  if (items.length > mostNotesImported) {
    throw new Error(
      `It has ${items.length} annotations. At most ${mostNotesImported} can be imported at once.`,
    );
  }
  return items;
}

function itemsOf(read: unknown): unknown[] {
  if (Array.isArray(read)) return read;
  // An AnnotationCollection has its annotations on its first page, an AnnotationPage has them itself.
  const { first, items } = (read ?? {}) as { first?: { items?: unknown }; items?: unknown };
  const found = items ?? first?.items;
  return Array.isArray(found) ? found : [read];
}
