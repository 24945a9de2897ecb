import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { whenIdle } from '../../when-idle.ts';
import type { Reader } from '../reader.ts';
import type { NotesAccess, NotesControl, NotesSummary } from './notes-control.ts';
import type * as NotesCode from './notes-parts.ts';

/** The code of the notes, and the notes of this document. */
export type NotesParts = typeof NotesCode & { control: NotesControl };

export type Notes = {
  /** Whether this viewer has notes at all. */
  isOffered: boolean;
  /** Null until the first page is painted and the code is there. */
  parts: NotesParts | null;
  summary: NotesSummary;
  /** Does it now, or when the code is there. */
  whenLoaded: (work: (parts: NotesParts) => void) => void;
};

const nothingYet: NotesSummary = {
  mode: 'none',
  canUndo: false,
  canRedo: false,
  canWrite: true,
  questions: 0,
};
const neverChanges = () => () => {};

/** Opens the notes of a document after its first page is painted: nothing of them is on the way to it. */
export function useNotes(reader: Reader, access: NotesAccess | null): Notes {
  const [parts, setParts] = useState<NotesParts | null>(null);
  const awaited = useRef<((parts: NotesParts) => void) | null>(null);
  const { name = null, account = null, isLibrarian = false, note = null } = access ?? {};
  const displayName = access?.displayName ?? '';
  const control = parts?.control ?? null;
  const summary = useSyncExternalStore(
    control?.subscribe ?? neverChanges,
    control?.summary ?? (() => nothingYet),
  );

  useEffect(
    function openAfterFirstPage() {
      if (name === null || account === null) return;
      const undos: (() => void)[] = [];
      let isClosed = false;
      async function open(access: NotesAccess) {
        const code = await import('./notes-parts.ts');
        if (isClosed) return;
        const control = new code.NotesControl(access);
        undos.push(control.open());
        const loaded = { ...code, control };
        setParts(loaded);
        awaited.current?.(loaded);
        awaited.current = null;
      }
      let isOpened = false;
      undos.push(
        reader.watchSheets(() => {
          if (isOpened) return;
          isOpened = true;
          undos.push(whenIdle(() => open({ name, account, displayName, isLibrarian })));
        }),
      );
      return () => {
        isClosed = true;
        for (const undo of undos) undo();
        setParts(null);
      };
    },
    [reader, name, account, displayName, isLibrarian],
  );

  useEffect(
    function showLinkedNote() {
      if (control === null || note === null) return;
      return control.goToLater(note);
    },
    [control, note],
  );

  return {
    isOffered: access !== null,
    parts,
    summary,
    whenLoaded: (work) => {
      if (parts === null) awaited.current = work;
      else work(parts);
    },
  };
}
