import type { Note } from '#contract/notes.ts';
import { contentWords } from '../../viewer/notes/note-choices.ts';

const mostLetters = 1500;

/** A note as a remark: a copy of its words, who wrote it, and where it is. */
export function remarkOf(note: Note): string {
  const words = contentWords(note).slice(0, mostLetters);
  return `${words} (${note.author_name}) [note on page ${note.page}: ${note.id}]`;
}

/** The note that a remark was taken from; null for one that was typed. */
export function noteIn(remark: string): { id: string; page: number } | null {
  const [, page, id] = /\[note on page (\d{1,7}): ([0-9a-f-]{36})\]/.exec(remark) ?? [];
  return id === undefined ? null : { id, page: Number(page) };
}
