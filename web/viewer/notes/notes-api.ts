import * as calls from '#contract/calls.ts';
import type * as contract from '#contract/notes.ts';
import type { NoteExport } from '#contract/note-words.ts';
import type { Note, NoteLook, PageWord } from '#contract/notes.ts';
import { call } from '../../api.ts';
import { drawnPart } from './history.ts';
import type { NotesApi } from './note-store.ts';

function placeOf(note: Note) {
  const { quote: _quote, ...place } = drawnPart(note);
  return place;
}

export const notesApi: NotesApi = {
  list: (name, since) =>
    call<typeof contract.listNotes>(calls.listNotes, {
      query: { name, ...(since === null ? {} : { since }) },
      cache: 'no-store',
    }),
  add: (name, note, restores) => {
    const { id, content, kind, is_private, group, author } = note;
    const version = restores === null ? {} : { version: restores };
    const own = { id, name, content, kind, is_private, group, author };
    const body = { ...own, ...placeOf(note), ...version };
    return call<typeof contract.addNote>(calls.addNote, { body });
  },
  save: (note, version) =>
    call<typeof contract.saveNote>(calls.saveNote, {
      params: { id: note.id },
      body: { version, ...placeOf(note) },
    }),
  remove: (id, version) =>
    call<typeof contract.deleteNote>(calls.deleteNote, {
      params: { id },
      query: { version: String(version) },
    }),
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

export async function settleCarried(id: string, verdict: 'accept' | 'discard') {
  const input = { params: { id }, body: { verdict } };
  return (await call<typeof contract.settleCarriedNote>(calls.settleCarriedNote, input)).note;
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
