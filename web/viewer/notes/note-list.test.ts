import { wrapText } from '#contract/note-drawing.ts';
import { expect, test } from 'vitest';
import type { Note } from '#contract/notes.ts';
import { carriedWords, noteName } from './note-choices.ts';
import { arrangeNotes, indexByPage, noFilter } from './note-list.ts';
import { aNote } from '../../../test/a-note.ts';

const mapOf = (...notes: Note[]) => new Map(notes.map((note) => [note.id, note]));
const carried = (state: 'placed' | 'check' | 'lost') => ({ from_rev: 'B', state, score: 0.7 });

test('notes without a place and those to check come first, then all by page and place', () => {
  const notes = mapOf(
    aNote({ id: 'low', rects: [[0, 300, 10, 10]] }),
    aNote({ id: 'a right', rects: [[50, 20, 10, 10]] }),
    aNote({ id: 'high', rects: [[0, 20, 10, 10]] }),
    aNote({ id: 'check', page: 9, carried: carried('check') }),
    aNote({ id: 'lost', page: 8, rects: [], carried: carried('lost') }),
    aNote({ id: 'second', page: 2 }),
  );
  const { shown } = arrangeNotes(notes, noFilter);
  expect(shown.map(({ id }) => id)).toEqual(['lost', 'check', 'high', 'a right', 'low', 'second']);
});

test('a filter finds by words of text, quote and comments, by author and by kind', () => {
  const comment = { id: 'c', author: 'anna', author_name: 'anna', text: 'Too thin', at: '' };
  const notes = mapOf(
    aNote({ id: 'a', text: 'Zinc plating' }),
    aNote({ id: 'b', kind: 'highlight', quote: 'plating of zinc', author: 'anna' }),
    aNote({
      id: 'c',
      kind: 'stamp',
      look: { colour: '#000000', label: 'Approved' },
      comments: [comment],
    }),
  );
  const found = (filter: Partial<typeof noFilter>) =>
    arrangeNotes(notes, { ...noFilter, ...filter }).shown.map(({ id }) => id);
  expect(found({ words: 'ZINC plating' })).toEqual(['a', 'b']);
  expect(found({ words: 'thin' })).toEqual(['c']);
  expect(found({ author: 'anna' })).toEqual(['b']);
  expect(found({ kind: 'stamp', words: 'approved' })).toEqual(['c']);
  expect(arrangeNotes(notes, noFilter).authors).toEqual(['anna', 'engineer']);
});

test('the name of a note says its kind, author, page, readers, text and state', () => {
  const hidden = { by: 'librarian', by_name: 'Lena', reason: 'old' };
  const note = aNote({ text: 'Is 8 µm\nenough?', is_private: false, group: 'Plating', hidden });
  expect(noteName(note)).toBe('Text by engineer, page 1, Group Plating. Is 8 µm enough?. hidden');
  expect(carriedWords(aNote({ carried: carried('placed') }))).toBe('Carried from Rev. B');
  expect(carriedWords(aNote({ carried: carried('check') }))).toBe(
    'Carried from Rev. B: please check its place',
  );
});

test('a page whose notes did not change keeps its list, so that it is not drawn again', () => {
  const [one, two] = [aNote({ id: '1' }), aNote({ id: '2', page: 2 })];
  const across = aNote({ id: '3', page: 2, other_pages: [{ page: 3, rects: [[0, 0, 9, 9]] }] });
  const before = indexByPage(mapOf(one, two));
  const after = indexByPage(mapOf(one, two, across), before);
  expect(after.get(1)).toBe(before.get(1));
  expect(after.get(2)).toEqual([two, across]);
  expect(after.get(3)).toEqual([across]);
});

test('text is wrapped at blanks, and within a word that is wider than its box', () => {
  const everyLetterHalf = (text: string) => text.length / 2;
  const box = { width: 40, size: 10 };
  expect(wrapText('one two three', box, everyLetterHalf)).toEqual(['one two', 'three']);
  expect(wrapText('a\n\nabcdefghij', box, everyLetterHalf)).toEqual(['a', '', 'abcdefgh', 'ij']);
});
