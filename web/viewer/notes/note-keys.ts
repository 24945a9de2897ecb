import { boxAround } from '#contract/note-drawing.ts';
import { isTyping } from '../../ui/typing.ts';
import type { Reader } from '../reader.ts';
import { fitInto, movedBox } from './note-geometry.ts';
import type { EditorMode, NotesControl } from './notes-control.ts';
import { roundedBox } from './placing.ts';

/** As the menu shows them. */
const modeKeys: Record<string, EditorMode> = {
  h: 'highlight',
  t: 'freetext',
  d: 'ink',
  s: 'stamp',
  g: 'signature',
};

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where Escape, letters and arrows belong to something else. */
const ownsKeys =
  'search, dialog, [role="dialog"]:not([data-note-card]), [role="menu"], [role="listbox"]';
const ownsArrows = 'aside, [role="toolbar"], [role="tablist"], [role="radiogroup"]';
const farPoints = 10;

/** The keys of the notes: Ctrl+Z and its like, Escape, Delete, the arrows and the modes. */
export function listenToNoteKeys(control: NotesControl, reader: Reader): () => void {
  function handleKey(event: KeyboardEvent): void {
    const { target } = event;
    const element = target instanceof Element ? target : document.body;
    if (event.defaultPrevented || event.altKey || element.closest(ownsKeys) !== null) return;
    const isDone = event.ctrlKey || event.metaKey ? undoOrRedo(event) : plainKey(event, element);
    if (!isDone) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function undoOrRedo({ key, shiftKey, target }: KeyboardEvent): boolean {
    if (isTyping(target)) return false;
    const letter = key.toLowerCase();
    if (letter === 'z' && !shiftKey) control.undo();
    else if (letter === 'y' || (letter === 'z' && shiftKey)) control.redo();
    else return false;
    return true;
  }

  function plainKey(event: KeyboardEvent, element: Element): boolean {
    if (event.key === 'Escape') return leave();
    if (isTyping(event.target)) return false;
    if (event.key === 'Delete' || event.key === 'Backspace') return remove();
    if (arrows[event.key] !== undefined) {
      return element.closest(ownsArrows) === null && move(event);
    }
    const mode = modeKeys[event.key];
    if (mode === undefined || control.view().mode === 'disable') return false;
    control.setMode(mode);
    return true;
  }

  function leave(): boolean {
    const { mode, selected, missing } = control.view();
    if (selected !== null || missing !== null) control.select(null);
    else if (mode === 'none' || mode === 'disable') return false;
    else control.setMode('none');
    reader.focus();
    return true;
  }

  function selectedNote() {
    const { selected } = control.view();
    const note = selected === null ? undefined : control.store.state().notes.get(selected);
    return note !== undefined && control.mayEdit(note) ? note : null;
  }

  function remove(): boolean {
    const note = selectedNote();
    if (note === null) return false;
    control.remove(note);
    reader.focus();
    return true;
  }

  function move({ key, shiftKey }: KeyboardEvent): boolean {
    const note = selectedNote();
    const sheet = note === null ? undefined : control.sheets.get(note.page);
    if (note === null || note.kind === 'highlight' || sheet === undefined) return false;
    const [x = 0, y = 0] = arrows[key] ?? [];
    const step = shiftKey ? farPoints : 1;
    const box = movedBox(boxAround(note.rects), { x: x * step, y: y * step }, sheet);
    control.replace(note, fitInto(note, roundedBox(box)), `move ${note.id}`);
    return true;
  }

  // Before the viewer's own keys, which scroll and turn the page.
  document.addEventListener('keydown', handleKey, { capture: true });
  return () => document.removeEventListener('keydown', handleKey, { capture: true });
}
