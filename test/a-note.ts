import type { Note } from '#contract/notes.ts';

/** A note for tests. */
export function aNote(wanted: Partial<Note> = {}): Note {
  return {
    id: '1',
    content: 'hash',
    page: 1,
    kind: 'freetext',
    is_private: true,
    group: null,
    author: 'engineer',
    author_name: wanted.author ?? 'engineer',
    is_author_gone: false,
    signed: null,
    created_at: '2026-11-18T10:00:00.000Z',
    modified_at: '2026-11-18T10:00:00.000Z',
    version: 0,
    rects: [[100, 100, 200, 40]],
    other_pages: [],
    quote: '',
    before: '',
    after: '',
    words: null,
    text: '',
    look: { colour: '#1d4ed8' },
    carried: null,
    hidden: null,
    comments: [],
    ...wanted,
  };
}
