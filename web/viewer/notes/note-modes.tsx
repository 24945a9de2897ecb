import { Highlighter, type LucideIcon, Pencil, Signature, Stamp, Type } from 'lucide-react';
import type { NoteKind } from '#contract/note-words.ts';

/** What notes are written with: the menu, the bar and the keys are made of it. */
export const noteModes = [
  noteMode('highlight', 'Highlight', Highlighter),
  noteMode('freetext', 'Text', Type),
  noteMode('ink', 'Draw', Pencil),
  noteMode('stamp', 'Stamp', Stamp),
  noteMode('signature', 'Signature', Signature),
];

function noteMode(mode: NoteKind, name: string, Icon: LucideIcon) {
  return { mode, name, keysOf: mode, icon: <Icon size="1.125rem" aria-hidden /> };
}
