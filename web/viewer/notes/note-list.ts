import type { NoteKind } from '#contract/note-words.ts';
import type { Note } from '#contract/notes.ts';
import { contentWords } from './note-choices.ts';

/** Empty texts let everything through. */
export type NoteFilter = { words: string; author: string; kind: NoteKind | '' };

export const noFilter: NoteFilter = { words: '', author: '', kind: '' };

/** The notes that a filter finds: those to check first, then by page and place; and all authors. */
export function arrangeNotes(notes: ReadonlyMap<string, Note>, filter: NoteFilter) {
  const all = [...notes.values()];
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (note: Note) =>
    (filter.author === '' || note.author_name === filter.author) &&
    (filter.kind === '' || note.kind === filter.kind) &&
    (words.length === 0 || hasWords(note, words));
  return {
    shown: all.filter(isFound).sort(byUrgencyAndPlace),
    authors: [...new Set(all.map(({ author_name }) => author_name))].sort(),
  };
}

function hasWords(note: Note, words: readonly string[]): boolean {
  const comments = note.comments.map(({ text }) => text);
  const text = [contentWords(note), note.quote, note.author, note.author_name, ...comments]
    .join(' ')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

const urgencies: Record<string, number> = { lost: 0, check: 1 };

function byUrgencyAndPlace(a: Note, b: Note): number {
  const urgency = ({ carried }: Note) => urgencies[carried?.state ?? ''] ?? 2;
  const top = ({ rects }: Note) => rects[0]?.[1] ?? 0;
  const left = ({ rects }: Note) => rects[0]?.[0] ?? 0;
  return (
    urgency(a) - urgency(b) ||
    a.page - b.page ||
    top(a) - top(b) ||
    left(a) - left(b) ||
    (a.id < b.id ? -1 : 1)
  );
}

type Index = ReadonlyMap<number, readonly Note[]>;

/** The notes of each page; the same array where nothing changed on a page, so that it is not drawn again. */
export function indexByPage(notes: ReadonlyMap<string, Note>, before: Index = new Map()): Index {
  const index = new Map<number, Note[]>();
  for (const note of notes.values()) {
    for (const page of new Set([note.page, ...note.other_pages.map((other) => other.page)])) {
      const list = index.get(page);
      if (list === undefined) index.set(page, [note]);
      else list.push(note);
    }
  }
  return new Map([...index].map(([page, list]) => [page, sameOr(before.get(page), list)]));
}

function sameOr(before: readonly Note[] | undefined, after: readonly Note[]): readonly Note[] {
  const isSame =
    before !== undefined &&
    before.length === after.length &&
    before.every((note, at) => note === after[at]);
  return isSame ? before : after;
}
