import type { EarlierMark, Note } from '#contract/notes.ts';
import { provisionalWords } from '#contract/note-words.ts';
import { Button } from '../../ui/button/button.tsx';
import { accountOf, contentWords, kindNames } from './note-choices.ts';
import type { NotesControl } from './notes-control.ts';
import styles from './notes-tab.module.css';
import { markAgain } from './placing.ts';
import { atTime } from './shown-words.ts';

/** All at once, for one's own notes that were carried over: one step to undo. */
export function CarriedTools(props: { control: NotesControl; notes: ReadonlyMap<string, Note> }) {
  const { control, notes } = props;
  const open = [...notes.values()].filter(
    (note) => provisionalWords(note) !== null && control.isOwn(note) && control.mayWrite(),
  );
  const sure = open.filter(({ carried }) => carried?.state === 'placed');
  if (open.length < 2) return null;
  const accept = () => control.withDrawings(sure, control.accept);
  const discard = () => control.withDrawings(open, (all) => control.remove(...all));
  return (
    <p className={styles.tools}>
      {sure.length > 0 && (
        <Button onClick={() => void accept()}>
          Accept all ({sure.length} placed with certainty)
        </Button>
      )}
      <Button onClick={() => void discard()}>Discard all ({open.length})</Button>
    </p>
  );
}

type EarlierProps = { control: NotesControl; earlier: readonly EarlierMark[] };

/** Stamps and signatures on earlier files: they are not on the page. */
export function EarlierMarks({ control, earlier }: EarlierProps) {
  if (earlier.length === 0) return null;
  return (
    <ul className={styles.earlier} aria-label="On earlier files">
      {earlier.map(({ note, rev, is_offered }) => (
        <li key={note.id}>
          <span>
            {kindNames[note.kind]} {contentWords(note)} by{' '}
            <span title={accountOf(note)}>{note.author_name}</span>, {atTime(note.created_at)}, on
            an earlier file: Rev. {rev}
          </span>
          {is_offered && (
            <Button onClick={() => markAgain(control, note)}>{againWords(note)}</Button>
          )}
        </li>
      ))}
    </ul>
  );
}

export function againWords({ kind }: Note): string {
  return kind === 'stamp' ? 'Stamp this file' : 'Sign this file';
}

/** 'You approved Rev. b.' */
export function offerWords({ note, rev }: EarlierMark): string {
  const did =
    note.kind === 'signature' ? 'signed' : note.look.label === 'Approved' ? 'approved' : 'stamped';
  return `You ${did} Rev. ${rev}. Your mark does not apply to this file.`;
}
