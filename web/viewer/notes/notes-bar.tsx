import { type FormEvent, useState, useSyncExternalStore } from 'react';
import { Eraser, Lock, LockOpen, MapPin, Pencil, Redo2, Signature, Undo2, X } from 'lucide-react';
import { highlightStyles } from '#contract/note-words.ts';
import { Button } from '../../ui/button/button.tsx';
import type { Reader } from '../reader.ts';
import { Tool } from '../toolbar/tool.tsx';
import { Choices, Swatches } from './choices.tsx';
import { highlightSelection, highlightTyped } from './highlight-selection.ts';
import { highlightColours, inkColours, penWidths, styleNames, textSizes } from './note-choices.ts';
import { failureWords } from './shown-words.ts';
import type { NotesState } from './note-store.ts';
import type { EditorMode, NotesControl, NotesView } from './notes-control.ts';
import styles from './notes-bar.module.css';
import { middleOfView, placeAt } from './placing.ts';
import { StampChoice } from './stamp-choice.tsx';

type Props = { control: NotesControl; reader: Reader; page: number };

const modeNames: Partial<Record<EditorMode, string>> = {
  highlight: 'Highlight',
  freetext: 'Text',
  ink: 'Draw',
  stamp: 'Stamp',
  signature: 'Signature',
};

const size = '1.125rem';

/** Below the toolbar while notes are written: with what, for whom, and whether they are saved. */
export function NotesBar({ control, reader, page }: Props) {
  const view = useSyncExternalStore(control.subscribe, control.view);
  const state = useSyncExternalStore(control.store.subscribe, control.store.state);
  const { mode, fault } = view;
  const name = modeNames[mode];
  const messages = [...state.messages, ...(fault === null ? [] : [fault])];
  const isBehind = state.saving === 'waiting' || state.saving === 'signed_out';
  if (name === undefined && messages.length === 0 && !isBehind) return null;

  function dismiss() {
    control.setFault(null);
    control.store.clearMessages();
  }

  return (
    <section className={styles.area} aria-label="Notes">
      {name !== undefined && (
        <div className={styles.bar} role="toolbar" aria-label={`Notes: ${name}`}>
          <b className={styles.name}>{name}</b>
          <ModeTools {...{ control, view, page }} />
          <VisibilityChoice control={control} view={view} groups={state.listing?.groups ?? []} />
          <span className={styles.end}>
            {/* Always as wide: the page must not move while a note is saved. */}
            <span className={styles.saving}>{state.saving === 'saving' && 'Saving…'}</span>
            <Tool name="Undo" shortcut="Ctrl+Z" disabled={!state.canUndo} onClick={control.undo}>
              <Undo2 size={size} aria-hidden />
            </Tool>
            <Tool name="Redo" shortcut="Ctrl+Y" disabled={!state.canRedo} onClick={control.redo}>
              <Redo2 size={size} aria-hidden />
            </Tool>
            <Tool
              name="Back to reading"
              shortcut="Esc"
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
      {messages.length > 0 && (
        <div className={styles.messages} role="alert">
          <span>{messages.join(' ')}</span>
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
  const { setOptions } = control;
  const ink = (
    <Swatches
      colours={inkColours}
      value={options.inkColour}
      choose={(inkColour) => setOptions({ inkColour })}
    />
  );
  switch (mode) {
    case 'highlight':
      return <HighlightTools {...{ control, view, page }} />;
    case 'freetext':
      return (
        <>
          {ink}
          <Choices
            label="Size"
            options={textSizes.map((points) => ({ value: String(points), name: `${points} pt` }))}
            value={String(options.textSize)}
            choose={(textSize) => setOptions({ textSize: Number(textSize) })}
          />
          <PlaceButton control={control} />
        </>
      );
    case 'ink':
      return (
        <>
          {ink}
          <Choices
            label="Pen"
            options={penWidths.map((points) => ({ value: String(points), name: `${points} pt` }))}
            value={String(options.penWidth)}
            choose={(penWidth) => setOptions({ penWidth: Number(penWidth) })}
          />
          <Tool
            name="Pen"
            pressed={!options.isEraser}
            onClick={() => setOptions({ isEraser: false })}
          >
            <Pencil size={size} aria-hidden />
          </Tool>
          <Tool
            name="Eraser"
            pressed={options.isEraser}
            onClick={() => setOptions({ isEraser: true })}
          >
            <Eraser size={size} aria-hidden />
          </Tool>
          <FingerLock control={control} isLocked={options.isLocked} />
        </>
      );
    case 'stamp':
      return (
        <>
          <StampChoice control={control} />
          {options.stamp.picture === undefined && ink}
          <PlaceButton control={control} />
        </>
      );
    case 'signature':
      return (
        <>
          <Tool name="Choose a signature" onClick={() => control.askForSignature(() => {})}>
            <Signature size={size} aria-hidden />
          </Tool>
          <PlaceButton control={control} />
        </>
      );
    default:
      return null;
  }
}

/** Only where there are fingers. */
function FingerLock({ control, isLocked }: { control: NotesControl; isLocked: boolean }) {
  if (navigator.maxTouchPoints === 0) return null;
  return (
    <Tool
      name="Finger draws, page is locked"
      pressed={isLocked}
      onClick={() => control.setOptions({ isLocked: !isLocked })}
    >
      {isLocked ? <Lock size={size} aria-hidden /> : <LockOpen size={size} aria-hidden />}
    </Tool>
  );
}

const noWords = 'These words are not on this page. Type them as they are printed.';
const noText =
  'No text is selected, or this page has no text. Select text on the page, or use Draw.';

function HighlightTools({ control, view, page }: ToolsProps) {
  const [typed, setTyped] = useState('');
  const { options } = view;
  const { setFault } = control;

  async function attempt(work: () => Promise<boolean>, failed: string) {
    setFault(null);
    try {
      if (!(await work())) setFault(failed);
      else setTyped('');
    } catch (error) {
      setFault(failureWords(error));
    }
  }

  function highlight(event: FormEvent) {
    event.preventDefault();
    if (typed.trim() === '') void attempt(() => highlightSelection(control), noText);
    else void attempt(() => highlightTyped(control, page, typed), noWords);
  }

  return (
    <>
      <Swatches
        colours={highlightColours}
        value={options.highlightColour}
        choose={(highlightColour) => control.setOptions({ highlightColour })}
      />
      <Choices
        label="Style"
        options={highlightStyles.map((value) => ({ value, name: styleNames[value] }))}
        value={options.style}
        choose={(style) => control.setOptions({ style })}
      />
      <form className={styles.typed} onSubmit={highlight}>
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
    const middle = middleOfView(control);
    if (middle !== null) placeAt(control, middle.sheet, middle.point);
  }
  return (
    <Tool name="Place in the middle of the page" onClick={place}>
      <MapPin size={size} aria-hidden />
    </Tool>
  );
}

type VisibilityProps = { control: NotesControl; view: NotesView; groups: readonly string[] };

/** Chosen before a note is made; it stays so. */
export function VisibilityChoice({ control, view, groups }: VisibilityProps) {
  const { is_private, group } = view.options.visibility;
  const value = is_private ? 'private' : group === null ? 'everyone' : `group ${group}`;
  return (
    <Choices
      label="Who sees new notes"
      options={[
        { value: 'private', name: 'Private' },
        { value: 'everyone', name: 'Everyone' },
        ...groups.map((name) => ({ value: `group ${name}`, name: `Group ${name}` })),
      ]}
      value={value}
      choose={(chosen) =>
        control.setOptions({
          visibility: {
            is_private: chosen === 'private',
            group: chosen.startsWith('group ') ? chosen.slice('group '.length) : null,
          },
        })
      }
    />
  );
}
