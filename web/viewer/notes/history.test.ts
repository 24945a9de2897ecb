import { expect, test } from 'vitest';
import {
  emptyHistory,
  type History,
  type HistoryAction,
  mostSteps,
  nextHistory,
} from './history.ts';
import type { Note } from '#contract/notes.ts';
import { aNote } from '../../../test/a-note.ts';

const note = (id: string, text: string): Note => aNote({ id, text });
const add = (added: Note): HistoryAction => ({
  type: 'change',
  changes: [{ before: null, after: added }],
});
const change = (before: Note, after: Note, merge?: string): HistoryAction => ({
  type: 'change',
  changes: [{ before, after }],
  ...(merge === undefined ? {} : { merge }),
});
const remove = (removed: Note): HistoryAction => ({
  type: 'change',
  changes: [{ before: removed, after: null }],
});
const undo: HistoryAction = { type: 'undo' };
const redo: HistoryAction = { type: 'redo' };
const after = (...actions: HistoryAction[]) => actions.reduce(nextHistory, emptyHistory);
const texts = ({ notes }: History) => [...notes.values()].map(({ id, text }) => `${id} ${text}`);

test('a change is undone and redone, and a new one ends the redoing', () => {
  const [a, b] = [note('1', 'a'), note('1', 'b')];
  expect(texts(after(add(a), change(a, b), undo))).toEqual(['1 a']);
  expect(texts(after(add(a), change(a, b), undo, undo))).toEqual([]);
  expect(texts(after(add(a), change(a, b), undo, redo))).toEqual(['1 b']);
  const other = after(add(a), change(a, b), undo, add(note('2', 'c')), redo);
  expect(texts(other)).toEqual(['1 a', '2 c']);
});

test('128 steps are undone, and no more', () => {
  const made = Array.from({ length: 130 }, (_, at) => add(note(String(at), '')));
  const undone = Array.from({ length: 130 }, () => undo);
  expect(after(...made).past).toHaveLength(mostSteps);
  expect(texts(after(...made, ...undone))).toEqual(['0 ', '1 ']);
  const redone = Array.from({ length: 130 }, () => redo);
  expect(after(...made, ...undone, ...redone).notes.size).toBe(130);
});

test('presses of a key that follow each other are one step', () => {
  const [a, b, c] = [note('1', 'a'), note('1', 'b'), note('1', 'c')];
  const moved = after(add(a), change(a, b, 'move 1'), change(b, c, 'move 1'));
  expect(texts(moved)).toEqual(['1 c']);
  expect(texts(nextHistory(moved, undo))).toEqual(['1 a']);
});

test('a deleted note comes back, and the steps before it can be undone', () => {
  const [a, b] = [note('1', 'a'), note('1', 'b')];
  const back = after(add(a), change(a, b), remove(b), undo);
  expect(texts(back)).toEqual(['1 b']);
  expect(texts(nextHistory(back, undo))).toEqual(['1 a']);
  expect(texts(nextHistory(back, redo))).toEqual([]);
  expect(texts(nextHistory(nextHistory(back, redo), undo))).toEqual(['1 b']);
});

test('undo keeps what the server added meanwhile', () => {
  const [a, b] = [note('1', 'a'), note('1', 'b')];
  const comments = [{ id: 'c', author_name: 'other', author: 'anna', text: 'Why?', at: '' }];
  const saved = { ...b, version: 4, comments };
  const undone = after(add(a), change(a, b), { type: 'receive', notes: [saved], gone: [] }, undo);
  expect(undone.notes.get('1')).toEqual({ ...a, version: 4, comments });
});

test('a note that was deleted elsewhere does not come back by undo', () => {
  const [a, b, c] = [note('1', 'a'), note('1', 'b'), note('2', 'c')];
  const gone: HistoryAction = { type: 'receive', notes: [], gone: ['1'] };
  expect(texts(after(add(c), add(a), change(a, b), gone, undo))).toEqual([]);
  expect(texts(after(add(c), add(a), change(a, b), gone))).toEqual(['2 c']);
});

test('a step of several notes is undone as a whole', () => {
  const [a, b] = [note('1', 'a'), note('2', 'b')];
  const both: HistoryAction = {
    type: 'change',
    changes: [
      { before: a, after: null },
      { before: b, after: null },
    ],
  };
  expect(texts(after(add(a), add(b), both, undo))).toEqual(['1 a', '2 b']);
  expect(texts(after(add(a), add(b), both, undo, redo))).toEqual([]);
});
