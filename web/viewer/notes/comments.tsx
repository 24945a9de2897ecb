import { useState } from 'react';
import { Trash2 } from 'lucide-react';
import type { Note } from '#contract/notes.ts';
import { mostNoteLetters } from '#contract/note-words.ts';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { accountOf } from './note-choices.ts';
import styles from './note-card.module.css';
import { type Attempt, atTime } from './shown-words.ts';
import { addComment, deleteComment } from './notes-api.ts';
import { newId, type NotesControl } from './notes-control.ts';

type Props = { control: NotesControl; note: Note; attempt: Attempt };

/** What people wrote about a note, the first one on top, and a field for another. */
export function Comments({ control, note, attempt }: Props) {
  // Kept between tries: sent again with the same id, a comment is no second one.
  const [draft, setDraft] = useState({ id: newId(), text: '' });
  async function send() {
    const text = draft.text.trim();
    if (text === '') return;
    await attempt(async () => {
      const saved = await addComment(note.id, draft.id, text);
      setDraft({ id: newId(), text: '' });
      return saved;
    });
  }
  return (
    <>
      {note.comments.length > 0 && (
        <ul className={styles.comments} aria-label="Comments">
          {note.comments.map(({ id, author, author_name, text, at }) => (
            <li key={id}>
              <span className={styles.facts}>
                <b title={accountOf({ author })}>{author_name}</b>
                <span>{atTime(at)}</span>
                {author === control.access.account && (
                  <IconButton
                    aria-label="Delete comment"
                    className={styles.small}
                    onClick={() => void attempt(() => deleteComment(note.id, id))}
                  >
                    <Trash2 size="0.875rem" aria-hidden />
                  </IconButton>
                )}
              </span>
              <p className={styles.text}>{text}</p>
            </li>
          ))}
        </ul>
      )}
      <form
        className={styles.comment}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <input
          aria-label="Comment"
          placeholder="Comment"
          maxLength={mostNoteLetters}
          value={draft.text}
          onChange={({ currentTarget }) => setDraft({ ...draft, text: currentTarget.value })}
        />
        <Button type="submit">Send</Button>
      </form>
    </>
  );
}
