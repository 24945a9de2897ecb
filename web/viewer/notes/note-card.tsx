import { boxAround, sealLines } from '#contract/note-drawing.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { Link2, Minus, Plus, Trash2, X } from 'lucide-react';
import type { Note } from '#contract/notes.ts';
import { highlightStyles, mostNoteLetters } from '#contract/note-words.ts';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Choices, Swatches } from '../../ui/choices.tsx';
import { VisibilityChoice } from './visibility-choice.tsx';
import { Comments } from './comments.tsx';
import {
  accountOf,
  carriedWords,
  frameOf,
  highlightColours,
  inkColours,
  kindNames,
  styleNames,
  textSizes,
  visibilityWords,
} from './note-choices.ts';
import { moveToSelection } from './highlight-selection.ts';
import styles from './note-card.module.css';
import { fitInto, roundedBox } from './note-geometry.ts';
import { HideNote, ShowNote } from './hide-note.tsx';
import { discardCarried } from './notes-api.ts';
import type { NotesControl } from './notes-control.ts';
import type { NotesView } from './notes-screen.ts';
import { middleOfView, putAt, withText } from './placing.ts';
import { type Attempt, attempting, atTime, failureWords } from './shown-words.ts';

type Props = {
  control: NotesControl;
  note: Note;
  /** What was asked for last; the focus goes where that says. */
  wanted: NotesView['wanted'];
};

/** What the selected note is, and all that can be done with it. */
export function NoteCard({ control, note, wanted }: Props) {
  const title = useId();
  const card = useRef<HTMLElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const mayEdit = control.mayEdit(note);
  const side = useSide(control, note);
  const attempt = attempting((now) => control.store.showSaved(now, note.id), setFault);

  useEffect(
    function takeFocus() {
      if (wanted === null || wanted.id !== note.id || wanted.focus === null) return;
      const field = wanted.focus === 'text' ? card.current?.querySelector('textarea') : null;
      (field ?? card.current)?.focus({ preventScroll: true });
    },
    [wanted, note.id],
  );

  return (
    <section
      ref={card}
      className={styles.card}
      data-note-card
      data-side={side}
      data-frame={frameOf(note)}
      aria-labelledby={title}
      tabIndex={-1}
    >
      <header className={styles.header}>
        <h3 id={title}>
          {kindNames[note.kind]}, page {note.page}
        </h3>
        {!note.is_private && note.version > 0 && (
          <IconButton aria-label="Copy link to this note" onClick={() => copyLink(note)}>
            <Link2 size="1rem" aria-hidden />
          </IconButton>
        )}
        {mayEdit && (
          <IconButton aria-label="Delete note" onClick={() => control.remove(note)}>
            <Trash2 size="1rem" aria-hidden />
          </IconButton>
        )}
        <IconButton aria-label="Close note" onClick={() => control.select(null)}>
          <X size="1.125rem" aria-hidden />
        </IconButton>
      </header>
      <p className={styles.facts}>
        {mayEdit ? (
          <VisibilityChoice
            label="Who sees this note"
            value={note}
            groups={control.store.state().listing?.groups ?? []}
            choose={(visibility) => control.show(note, visibility)}
          />
        ) : (
          <span className={styles.visibility}>{visibilityWords(note)}</span>
        )}
        <span title={accountOf(note)}>{note.author_name}</span>
        <span>{atTime(note.modified_at)}</span>
      </p>
      {note.kind === 'signature' && <p className={styles.facts}>{sealLines(note).join(', ')}</p>}
      <CarriedOver control={control} note={note} attempt={attempt} />
      {mayEdit && note.rects.length === 0 && (
        <PutOnPage control={control} note={note} setFault={setFault} />
      )}
      {note.kind === 'highlight' && note.quote !== '' && (
        <blockquote className={styles.quote}>{note.quote}</blockquote>
      )}
      <NoteText control={control} note={note} />
      {mayEdit && <LookTools control={control} note={note} />}
      {note.version > 0 && <Comments control={control} note={note} attempt={attempt} />}
      <Hiding control={control} note={note} attempt={attempt} />
      {fault !== null && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </section>
  );
}

function copyLink({ id, page }: Note): void {
  const address = new URL(window.location.href);
  address.searchParams.delete('find');
  address.searchParams.set('page', String(page));
  address.searchParams.set('note', id);
  copyText(address.href);
  showToast('Link to the note copied');
}

/** On the side of the page where the note is not. */
function useSide(control: NotesControl, note: Note): 'left' | 'right' {
  const [side] = useState<'left' | 'right'>(() => {
    const sheet = control.screen.sheets.get(note.page);
    if (sheet === undefined) return 'right';
    const [left, , width] = boxAround(note.rects);
    return left + width / 2 > sheet.width / 2 ? 'left' : 'right';
  });
  return side;
}

function NoteText({ control, note }: { control: NotesControl; note: Note }) {
  const label = note.kind === 'freetext' ? 'Text' : 'Remark';
  if (!control.mayEdit(note))
    return note.text === '' ? null : <p className={styles.text}>{note.text}</p>;
  return (
    <label className={styles.field}>
      {label}
      <textarea
        rows={note.kind === 'freetext' ? 4 : 2}
        maxLength={mostNoteLetters}
        value={note.text}
        onChange={({ currentTarget }) =>
          control.replace(note, withText(note, currentTarget.value), `text ${note.id}`)
        }
      />
    </label>
  );
}

const sizeStep = 1.2;

function LookTools({ control, note }: { control: NotesControl; note: Note }) {
  const { kind, look } = note;
  const change = (next: Partial<Note['look']>) =>
    control.replace(note, { ...note, look: { ...look, ...next } });
  const resize = (factor: number) => {
    const [left, top, width, height] = boxAround(note.rects);
    const box = roundedBox([left, top, width * factor, height * factor]);
    control.replace(note, fitInto(note, box), `resize ${note.id}`);
  };
  return (
    <div className={styles.tools}>
      {look.picture === undefined && (
        <Swatches
          colours={kind === 'highlight' ? highlightColours : inkColours}
          value={look.colour}
          choose={(colour) => change({ colour })}
        />
      )}
      {kind === 'highlight' && (
        <Choices
          label="Style"
          options={highlightStyles.map((value) => ({ value, name: styleNames[value] }))}
          value={look.style ?? 'highlight'}
          choose={(style) => change({ style })}
        />
      )}
      {kind === 'freetext' && (
        <Choices
          label="Size"
          options={textSizes.map((size) => ({ value: String(size), name: `${size} pt` }))}
          value={String(look.size ?? 12)}
          choose={(size) => control.replace(note, withText(note, note.text, Number(size)))}
        />
      )}
      {kind !== 'highlight' && (
        <span className={styles.sizes}>
          <IconButton aria-label="Smaller" onClick={() => resize(1 / sizeStep)}>
            <Minus size="1rem" aria-hidden />
          </IconButton>
          <IconButton aria-label="Larger" onClick={() => resize(sizeStep)}>
            <Plus size="1rem" aria-hidden />
          </IconButton>
        </span>
      )}
    </div>
  );
}

type PartProps = { control: NotesControl; note: Note; attempt: Attempt };

/** 'Carried from Rev. B', and what its author makes of it. */
export function CarriedOver({ control, note, attempt }: PartProps) {
  const words = carriedWords(note);
  if (words === null) return null;
  const isOpen = note.carried?.state !== 'accepted';
  const isOwn = control.mayEdit(note);
  const mayDiscard = isOwn || (note.is_author_gone && control.access.isLibrarian);
  const discard = () =>
    isOwn
      ? control.remove(note)
      : control.deleting([note], () => void attempt(() => discardCarried(note)));
  return (
    <div className={styles.carried} data-state={note.carried?.state}>
      <span>{words}</span>
      {isOpen && mayDiscard && (
        <span className={styles.choices}>
          {isOwn && note.carried?.state !== 'lost' && (
            <Button onClick={() => control.accept([note])}>Accept</Button>
          )}
          <Button onClick={discard}>Discard</Button>
        </span>
      )}
    </div>
  );
}

const noText = 'Select the text on the page first.';

/** For a note without a place: its author puts it on the page that is shown, or a highlight on other words. */
function PutOnPage(props: {
  control: NotesControl;
  note: Note;
  setFault: (fault: string | null) => void;
}) {
  const { control, note, setFault } = props;
  const isHighlight = note.kind === 'highlight';
  async function put() {
    setFault(null);
    const middle = middleOfView(control.screen.sheets);
    if (isHighlight) {
      if (!(await moveToSelection(control, note))) return setFault(noText);
    } else if (middle !== null) control.replace(note, putAt(note, middle.sheet, middle.point));
    control.goTo(note.id, 'card');
  }
  return (
    <Button
      onPointerDown={(event) => event.preventDefault()} // a press must not end the selection
      onClick={() => void put().catch((error: unknown) => setFault(failureWords(error)))}
    >
      {isHighlight ? 'Put on the selected text' : 'Put on this page'}
    </Button>
  );
}

/** That a librarian hid the note, and how a librarian does. */
function Hiding({ control, note, attempt }: PartProps) {
  const mayHide = control.access.isLibrarian && !note.is_private && note.version > 0;
  if (note.hidden === null && !mayHide) return null;
  return (
    <div className={styles.carried}>
      {note.hidden !== null && (
        <span>
          Hidden by {note.hidden.by_name}: {note.hidden.reason}
        </span>
      )}
      {mayHide && note.hidden === null && <HideNote id={note.id} attempt={attempt} />}
      {mayHide && note.hidden !== null && <ShowNote id={note.id} attempt={attempt} />}
    </div>
  );
}
