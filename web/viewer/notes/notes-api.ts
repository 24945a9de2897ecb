import * as calls from '#contract/calls.ts';
import type * as contract from '#contract/notes.ts';
import type { NoteExport } from '#contract/note-words.ts';
import type { Note, NoteLook, PageWord } from '#contract/notes.ts';
import { call } from '../../api.ts';
import { drawnPart } from './history.ts';
import type { NotesApi } from './note-store.ts';

/** What the server takes of a note. It knows a signature by its owner. */
function sentPart(note: Note) {
  const { quote: _quote, look, carried: _carried, ...rest } = drawnPart(note);
  return note.kind === 'signature' ? rest : { ...rest, look };
}

export const notesApi: NotesApi = {
  list: (name, since) =>
    call<typeof contract.listNotes>(calls.listNotes, {
      query: { name, ...(since === null ? {} : { since }) },
      cache: 'no-store',
    }),
  draw: async (ids) => {
    const query = { ids: ids.join(',') };
    const input = { query, cache: 'no-store' } as const;
    return (await call<typeof contract.readDrawings>(calls.readDrawings, input)).data;
  },
  add: (name, note, restores) => {
    const { id, content, kind, author } = note;
    const version = restores === null ? {} : { version: restores };
    const body = { id, name, content, kind, author, ...sentPart(note), ...version };
    return call<typeof contract.addNote>(calls.addNote, { body });
  },
  save: (note, version) => {
    const state = note.carried?.state;
    const carried = state === undefined || state === 'lost' ? {} : { carried_state: state };
    return call<typeof contract.saveNote>(calls.saveNote, {
      params: { id: note.id },
      body: { version, ...sentPart(note), ...carried },
    });
  },
  remove: (id, version, known) => {
    const comments = known.map((comment) => comment.slice(0, 8)).join();
    return call<typeof contract.deleteNote>(calls.deleteNote, {
      params: { id },
      query: { version: String(version), comments },
    });
  },
};

export function addComment(note: string, id: string, text: string): Promise<Note> {
  return call<typeof contract.addNoteComment>(calls.addNoteComment, {
    params: { id: note },
    body: { id, text },
  });
}

export function deleteComment(note: string, comment: string): Promise<Note> {
  return call<typeof contract.deleteNoteComment>(calls.deleteNoteComment, {
    params: { id: note, comment },
  });
}

/** Null shows it again. */
export async function hideNote(id: string, reason: string | null): Promise<Note | null> {
  const input = { params: { id }, body: { reason } };
  return (await call<typeof contract.hideNote>(calls.hideNote, input)).note;
}

/** A librarian discards the note of someone who left. */
export async function discardCarried({ id, comments }: Note) {
  const body = { verdict: 'discard', comments: comments.map((comment) => comment.id) } as const;
  const input = { params: { id }, body };
  return (await call<typeof contract.decideCarriedNote>(calls.decideCarriedNote, input)).note;
}

export async function readWords(name: string, page: number): Promise<readonly PageWord[]> {
  const input = { query: { name, page: String(page) } };
  return (await call<typeof contract.readPageWords>(calls.readPageWords, input)).data;
}

export function addPicture(id: string, png: string) {
  return call<typeof contract.addNotePicture>(calls.addNotePicture, { body: { id, png } });
}

export function pictureAddress(id: string): string {
  return calls.fillAddress(calls.readNotePicture.url, { id });
}

export async function readSignature(): Promise<NoteLook | null> {
  return (await call<typeof contract.readSignature>(calls.readSignature, {})).signature;
}

export function saveSignature(signature: NoteLook) {
  return call<typeof contract.saveSignature>(calls.saveSignature, { body: { signature } });
}

export function deleteSignature() {
  return call<typeof contract.deleteSignature>(calls.deleteSignature, {});
}

export function exportAddress(name: string, as: NoteExport): string {
  return `${calls.exportNotes.url}?${new URLSearchParams({ name, as })}`;
}
