import { boxAround } from '#contract/note-drawing.ts';
import { bindCommands } from '../../ui/commands.ts';
import { selectedRange } from '../input/selected-text.ts';
import type { Reader } from '../reader.ts';
import { fitInto, movedBox, roundedBox } from './note-geometry.ts';
import { chosenMarking, type Marking, markSelection } from './highlight-selection.ts';
import { noteModes } from './note-modes.tsx';
import type { NotesControl } from './notes-control.ts';

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const farPoints = 10;

/** The keys of the notes. With text selected, H highlights it; without, it is the key of a mode. */
export function listenToNoteKeys(control: NotesControl, reader: Reader): () => void {
  function mark(style: Marking['style']): boolean {
    if (selectedRange() === null || !control.mayWrite()) return false;
    void markSelection(control, { ...chosenMarking(control), style }, 'card');
    return true;
  }

  const modes = noteModes.map(({ mode }) => {
    const toggle = ({ repeat }: KeyboardEvent) => {
      if (mode === 'highlight' && mark('highlight')) return true;
      if (control.screen.view().mode === 'disable') return false;
      if (!repeat) control.toggleMode(mode);
      return true;
    };
    return [mode, toggle];
  });

  function leave(): boolean {
    const { mode, selected, missing } = control.screen.view();
    if (selected !== null || missing !== null) control.select(null);
    else if (mode === 'none' || mode === 'disable') return false;
    else control.setMode('none');
    reader.focus();
    return true;
  }

  function selectedNote() {
    const { selected } = control.screen.view();
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
    const sheet = note === null ? undefined : control.screen.sheets.get(note.page);
    if (note === null || note.kind === 'highlight' || sheet === undefined) return false;
    const [x = 0, y = 0] = arrows[key] ?? [];
    const step = shiftKey ? farPoints : 1;
    const box = movedBox(boxAround(note.rects), { x: x * step, y: y * step }, sheet);
    control.replace(note, fitInto(note, roundedBox(box)), `move ${note.id}`);
    return true;
  }

  return bindCommands({
    ...Object.fromEntries(modes),
    underline: () => mark('underline'),
    strike: () => mark('strike'),
    undoNote: control.undo,
    redoNote: control.redo,
    leaveNotes: leave,
    deleteNote: remove,
    moveNote: move,
    moveNoteFar: move,
  });
}
