import {
  FileDown,
  FileJson,
  FileSpreadsheet,
  ListChecks,
  NotebookPen,
  Printer,
  Redo2,
  Undo2,
} from 'lucide-react';
import type { NoteExport } from '#contract/note-words.ts';
import type { Command, CommandGroup } from '../toolbar/commands.ts';
import styles from './note-commands.module.css';
import { noteModes } from './note-modes.tsx';
import type { Notes } from './use-notes.ts';

type Actions = {
  print: () => void;
  list: () => void;
};

const size = '1.125rem';

// Made once: React renders an element again only where it is another one.
const icons = {
  notes: <NotebookPen size={size} aria-hidden />,
  undo: <Undo2 size={size} aria-hidden />,
  redo: <Redo2 size={size} aria-hidden />,
  list: <ListChecks size={size} aria-hidden />,
  print: <Printer size={size} aria-hidden />,
  pdf: <FileDown size={size} aria-hidden />,
  json: <FileJson size={size} aria-hidden />,
  xlsx: <FileSpreadsheet size={size} aria-hidden />,
};

function listWords(questions: number): string {
  return questions === 0 ? 'List of notes' : `List of notes: ${questions} to decide`;
}

/** The tool 'Notes' and its menu. */
export function noteCommands(notes: Notes, actions: Actions): CommandGroup {
  const { summary, whenLoaded } = notes;
  const modeCommands = noteModes.map(({ mode, ...command }) => ({
    ...command,
    ...(summary.canWrite ? { pressed: summary.mode === mode } : { disabled: true }),
    action: () => whenLoaded(({ control }) => control.toggleMode(mode)),
  }));
  const steps: Command[] = [
    {
      name: 'Undo note',
      keysOf: 'undoNote',
      icon: icons.undo,
      disabled: !summary.canUndo,
      repeats: true,
      action: () => whenLoaded(({ control }) => control.undo()),
    },
    {
      name: 'Redo note',
      keysOf: 'redoNote',
      icon: icons.redo,
      disabled: !summary.canRedo,
      repeats: true,
      action: () => whenLoaded(({ control }) => control.redo()),
    },
  ];
  const save = (as: NoteExport) => () =>
    whenLoaded(({ control, saveCopy }) => void saveCopy(control, as));
  const copies: Command[] = [
    { name: listWords(summary.questions), icon: icons.list, action: actions.list },
    { name: 'Print with notes', icon: icons.print, action: actions.print },
    { name: 'Save copy with notes', icon: icons.pdf, action: save('pdf') },
    { name: 'Export notes as JSON', icon: icons.json, action: save('json') },
    { name: 'Export notes as XLSX', icon: icons.xlsx, action: save('xlsx') },
  ];
  const group = (rank: number, commands: Command[]): CommandGroup => ({
    rank,
    place: 'end',
    commands,
  });
  return group(4.5, [
    {
      name: 'Notes',
      icon:
        summary.questions === 0 ? (
          icons.notes
        ) : (
          <span className={styles.counted}>
            {icons.notes}
            <small>{Math.min(summary.questions, 99)}</small>
          </span>
        ),
      action: [group(4.5, modeCommands), group(4.6, steps), group(4.7, copies)],
    },
  ]);
}
