import { useState } from 'react';
import { X } from 'lucide-react';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { HideNote, ShowNote } from './hide-note.tsx';
import styles from './note-card.module.css';
import type { NotesControl } from './notes-control.ts';
import { attempting } from './shown-words.ts';

/** In place of the card of a note that a link leads to and that the reader does not see. A librarian may hide it unseen. */
export function MissingNote({ control, id }: { control: NotesControl; id: string }) {
  const [outcome, setOutcome] = useState<string | null>(null);
  const attempt = (done: string) => attempting(() => setOutcome(done), setOutcome);
  return (
    <section className={styles.card} data-note-card data-side="right" aria-label="Linked note">
      <header className={styles.header}>
        <h3>You cannot see this note</h3>
        <IconButton aria-label="Close note" onClick={() => control.select(null)}>
          <X size="1.125rem" aria-hidden />
        </IconButton>
      </header>
      <p role="alert">
        It was deleted or hidden, belongs to an earlier file, or is private or for a group without
        you.
      </p>
      {control.access.isLibrarian && (
        <>
          <p className={styles.facts}>
            As a librarian you can hide a note of any group without seeing its text.
          </p>
          <div className={styles.carried}>
            <HideNote id={id} attempt={attempt('The note is hidden from its group.')} />
            <ShowNote id={id} attempt={attempt('The note is shown to its group again.')} />
          </div>
        </>
      )}
      {outcome !== null && <output>{outcome}</output>}
    </section>
  );
}
