import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { Eraser, Lock, LockOpen, MapPin, Redo2, Signature, Undo2, X } from 'lucide-react';
import { highlightStyles } from '#contract/note-words.ts';
import { Button } from '../../ui/button/button.tsx';
import type { Reader } from '../reader.ts';
import { Tool } from '../toolbar/tool.tsx';
import { Choices, Swatches } from '../../ui/choices.tsx';
import { chosenMarking, highlightTyped, markSelection } from './highlight-selection.ts';
import { highlightColours, inkColours, penWidths, styleNames, textSizes } from './note-choices.ts';
import { againWords, offerWords } from './earlier-notes.tsx';
import { noteModes } from './note-modes.tsx';
import { failureWords } from './shown-words.ts';
import type { NotesState } from './note-store.ts';
import type { NotesControl } from './notes-control.ts';
import type { NoteOptions, NotesView } from './notes-screen.ts';
import styles from './notes-bar.module.css';
import { markAgain, middleOfView, placeAt } from './placing.ts';
import { VisibilityChoice } from './visibility-choice.tsx';
import { StampChoice } from './stamp-choice.tsx';

type Props = { control: NotesControl; reader: Reader; page: number };

const size = '1.125rem';

/** Over the lower edge of the page while notes are written: with what, for whom, and whether they are saved. */
export function NotesBar({ control, reader, page }: Props) {
  const view = useSyncExternalStore(control.screen.subscribe, control.screen.view);
  const state = useSyncExternalStore(control.store.subscribe, control.store.state);
  const { mode, fault } = view;
  const name = noteModes.find((one) => one.mode === mode)?.name;
  const messages = [...state.messages, ...(fault === null ? [] : [fault])];
  const isBehind = state.saving === 'waiting' || state.saving === 'signed_out';
  const [offer] = control.offers();
  if (name === undefined && messages.length === 0 && !isBehind && !offer) return null;

  function dismiss() {
    control.screen.setFault(null);
    control.store.clearMessages();
  }

  return (
    <section className={styles.area} data-notes-bar aria-label="Notes">
      {name !== undefined && (
        <div
          className={styles.bar}
          role="toolbar"
          aria-label={`Notes: ${name}`}
          aria-busy={state.listing === null}
        >
          <b className={styles.name}>{name}</b>
          <ModeTools {...{ control, view, page }} />
          <VisibilityChoice
            label="Who sees new notes"
            value={view.options.visibility}
            groups={state.listing?.groups ?? []}
            choose={control.setVisibility}
          />
          <span className={styles.end}>
            <span className={styles.saving}>{state.saving === 'saving' && 'Saving…'}</span>
            <Tool name="Undo" keysOf="undoNote" disabled={!state.canUndo} onClick={control.undo}>
              <Undo2 size={size} aria-hidden />
            </Tool>
            <Tool name="Redo" keysOf="redoNote" disabled={!state.canRedo} onClick={control.redo}>
              <Redo2 size={size} aria-hidden />
            </Tool>
            <Tool
              name="Back to reading"
              keysOf="leaveNotes"
              onClick={() => {
                control.setMode('none');
                reader.focus();
              }}
            >
              <X size={size} aria-hidden />
            </Tool>
          </span>
        </div>
      )}
      <output className={styles.behind}>{behindWords(state)}</output>
      {offer !== undefined && (
        <div className={styles.offer}>
          <output>{offerWords(offer)}</output>
          <Button onClick={() => markAgain(control, offer.note)}>{againWords(offer.note)}</Button>
          <Button onClick={control.declineOffers}>Dismiss</Button>
        </div>
      )}
      {messages.length > 0 && (
        <div className={styles.messages} role="alert">
          <span>{messages.join(' ')}</span>
          {state.conflicts.map(({ own, now }) => (
            <dl key={`${own} ${now}`} className={styles.conflict}>
              <dt>Your text</dt>
              <dd>{own}</dd>
              <dt>The other text</dt>
              <dd>{now}</dd>
            </dl>
          ))}
          <Button onClick={dismiss}>Close</Button>
        </div>
      )}
    </section>
  );
}

function behindWords({ saving, isKept }: Pick<NotesState, 'saving' | 'isKept'>): string | null {
  const kept = isKept
    ? 'Notes are kept in this browser.'
    : 'This browser cannot keep them: leave this page open.';
  if (saving === 'waiting') {
    return `Not saved yet: no connection to the library. ${kept} Retrying…`;
  }
  if (saving !== 'signed_out') return null;
  return `Not saved yet: you are signed out. ${kept} Sign in again to save them.`;
}

type ToolsProps = {
  control: NotesControl;
  view: NotesView;
  page: number;
};

function ModeTools({ control, view, page }: ToolsProps) {
  const { mode, options } = view;
  const { setOptions } = control.screen;
  const hasPicture = mode === 'stamp' && options.stamp.picture !== undefined;
  const hasInk = mode === 'freetext' || mode === 'ink' || mode === 'stamp';
  const isPlaced = mode === 'freetext' || mode === 'stamp' || mode === 'signature';
  return (
    <>
      {mode === 'highlight' && <HighlightTools {...{ control, view, page }} />}
      {mode === 'stamp' && <StampChoice control={control} />}
      {hasInk && !hasPicture && (
        <Swatches
          colours={inkColours}
          value={options.inkColour}
          choose={(inkColour) => setOptions({ inkColour })}
        />
      )}
      {mode === 'freetext' && (
        <Choices
          label="Size"
          options={textSizes.map((points) => ({ value: String(points), name: `${points} pt` }))}
          value={String(options.textSize)}
          choose={(textSize) => setOptions({ textSize: Number(textSize) })}
        />
      )}
      {mode === 'ink' && <PenTools control={control} options={options} />}
      {mode === 'signature' && (
        <Tool name="Choose a signature" onClick={() => control.screen.askForSignature(() => {})}>
          <Signature size={size} aria-hidden />
        </Tool>
      )}
      {isPlaced && <PlaceButton control={control} />}
    </>
  );
}

function PenTools({ control, options }: { control: NotesControl; options: NoteOptions }) {
  const { setOptions } = control.screen;
  return (
    <>
      <Choices
        label="Pen"
        options={penWidths.map((points) => ({ value: String(points), name: `${points} pt` }))}
        value={String(options.penWidth)}
        choose={(penWidth) => setOptions({ penWidth: Number(penWidth) })}
      />
      <Tool
        name="Eraser"
        pressed={options.isEraser}
        onClick={() => setOptions({ isEraser: !options.isEraser })}
      >
        <Eraser size={size} aria-hidden />
      </Tool>
      <FingerLock control={control} isLocked={options.isLocked} />
    </>
  );
}

/** Only where there are fingers. */
function FingerLock({ control, isLocked }: { control: NotesControl; isLocked: boolean }) {
  if (navigator.maxTouchPoints === 0) return null;
  return (
    <Tool
      name="Finger draws, page is locked"
      pressed={isLocked}
      onClick={() => control.screen.setOptions({ isLocked: !isLocked })}
    >
      {isLocked ? <Lock size={size} aria-hidden /> : <LockOpen size={size} aria-hidden />}
    </Tool>
  );
}

const noWords = 'The page does not contain these words. Type them as printed.';
function HighlightTools({ control, view, page }: ToolsProps) {
  const [typed, setTyped] = useState('');
  const { options } = view;
  const { setFault } = control.screen;

  async function highlight(event: FormEvent) {
    event.preventDefault();
    if (typed.trim() === '') return markSelection(control, chosenMarking(control), null);
    setFault(null);
    try {
      const id = await highlightTyped(control, page, typed);
      if (id === null) return setFault(noWords);
      setTyped('');
      control.goTo(id, null);
    } catch (error) {
      setFault(failureWords(error));
    }
  }

  return (
    <>
      <Swatches
        colours={highlightColours}
        value={options.highlightColour}
        choose={(highlightColour) => control.screen.setOptions({ highlightColour })}
      />
      <Choices
        label="Style"
        options={highlightStyles.map((value) => ({ value, name: styleNames[value] }))}
        value={options.style}
        choose={(style) => control.screen.setOptions({ style })}
      />
      <form className={styles.typed} onSubmit={(event) => void highlight(event)}>
        <input
          aria-label="Words on this page"
          placeholder="Selected text, or words"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {/* A press must not end the selection. */}
        <Button type="submit" onPointerDown={(event) => event.preventDefault()}>
          Highlight
        </Button>
      </form>
    </>
  );
}

/** Without a pointer: in the middle of what is seen of the page. */
function PlaceButton({ control }: { control: NotesControl }) {
  function place() {
    const middle = middleOfView(control.screen.sheets);
    if (middle !== null) placeAt(control, middle.sheet, middle.point);
  }
  return (
    <Tool name="Place in the middle of the page" onClick={place}>
      <MapPin size={size} aria-hidden />
    </Tool>
  );
}
