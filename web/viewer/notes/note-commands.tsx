import {
  FileDown,
  FileJson,
  FileSpreadsheet,
  Highlighter,
  ListChecks,
  NotebookPen,
  Pencil,
  Printer,
  Redo2,
  Signature,
  Stamp,
  Type,
  Undo2,
} from 'lucide-react';
import type { NoteExport } from '#contract/note-words.ts';
import type { Command, CommandGroup } from '../toolbar/commands.ts';
import type { EditorMode } from './notes-control.ts';
import type { Notes } from './use-notes.ts';

type Actions = {
  print: () => void;
  list: () => void;
};

const size = '1.125rem';

// Made once: React renders an element again only where it is another one.
const modes: { mode: EditorMode; name: string; shortcut: string; icon: Command['icon'] }[] = [
  {
    mode: 'highlight',
    name: 'Highlight',
    shortcut: 'H',
    icon: <Highlighter size={size} aria-hidden />,
  },
  { mode: 'freetext', name: 'Text', shortcut: 'T', icon: <Type size={size} aria-hidden /> },
  { mode: 'ink', name: 'Draw', shortcut: 'D', icon: <Pencil size={size} aria-hidden /> },
  { mode: 'stamp', name: 'Stamp', shortcut: 'S', icon: <Stamp size={size} aria-hidden /> },
  {
    mode: 'signature',
    name: 'Signature',
    shortcut: 'G',
    icon: <Signature size={size} aria-hidden />,
  },
];

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

/** The tool 'Notes' and its menu. */
export function noteCommands(notes: Notes, actions: Actions): CommandGroup {
  const { summary, whenLoaded } = notes;
  const canWrite = summary.whyNot === null;
  const modeCommands = modes.map(({ mode, ...command }) => ({
    ...command,
    ...(canWrite ? { pressed: summary.mode === mode } : { disabled: true }),
    action: () =>
      whenLoaded(({ control }) => control.setMode(control.view().mode === mode ? 'none' : mode)),
  }));
  const steps: Command[] = [
    {
      name: 'Undo note',
      shortcut: 'Ctrl+Z',
      icon: icons.undo,
      disabled: !summary.canUndo,
      repeats: true,
      action: () => whenLoaded(({ control }) => control.undo()),
    },
    {
      name: 'Redo note',
      shortcut: 'Ctrl+Y',
      icon: icons.redo,
      disabled: !summary.canRedo,
      repeats: true,
      action: () => whenLoaded(({ control }) => control.redo()),
    },
  ];
  const save = (as: NoteExport) => () =>
    whenLoaded(({ control, saveCopy }) => void saveCopy(control, as));
  const copies: Command[] = [
    { name: 'List of notes', icon: icons.list, action: actions.list },
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
      icon: icons.notes,
      action: [group(4.5, modeCommands), group(4.6, steps), group(4.7, copies)],
    },
  ]);
}
