import type { Note } from '#contract/notes.ts';

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
