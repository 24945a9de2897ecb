import { useState } from 'react';
import { EyeOff } from 'lucide-react';
import { mostReasonLetters } from '#contract/note-words.ts';
import { Button } from '../../ui/button/button.tsx';
import styles from './note-card.module.css';
import { hideNote } from './notes-api.ts';
import type { Attempt } from './shown-words.ts';

type Props = { id: string; attempt: Attempt };

/** Asks a librarian for the reason, and hides the note from others. */
export function HideNote({ id, attempt }: Props) {
  const [reason, setReason] = useState<string | null>(null);
  if (reason === null) {
    return (
      <Button onClick={() => setReason('')}>
        <EyeOff size="1rem" aria-hidden />
        Hide this note…
      </Button>
    );
  }
  return (
    <form
      className={styles.field}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim()) void attempt(() => hideNote(id, reason)).then(() => setReason(null));
      }}
    >
      <label className={styles.field}>
        Reason for hiding
        <input
          required
          maxLength={mostReasonLetters}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </label>
      <Button type="submit">Hide this note</Button>
    </form>
  );
}

export function ShowNote({ id, attempt }: Props) {
  return <Button onClick={() => void attempt(() => hideNote(id, null))}>Show again</Button>;
}
