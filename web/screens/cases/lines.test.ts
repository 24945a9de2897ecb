import { expect, test } from 'vitest';
import type { CaseLine } from '#contract/cases.ts';
import { aNote } from '../../../test/a-note.ts';
import {
  filtered,
  lineCounts,
  listRows,
  type Made,
  undoOf,
  withAnswer,
  withUnsaved,
} from './lines.ts';
import { noteIn, remarkOf } from './note-remarks.ts';

const line = (position: number, given: Partial<CaseLine> = {}): CaseLine => ({
  id: position,
  version: 1,
  position,
  change: position,
  weight: 'text',
  clause: null,
  text: '',
  decision: null,
  remark: '',
  decided_by: null,
  decided_at: null,
  former: null,
  is_former: false,
  remark_by: null,
  ...given,
});

const withDecision = (now: readonly CaseLine[], ids: readonly number[], made: Made) =>
  withUnsaved(
    now,
    ids.map((id) => ({ line: id, made, refused: null })),
  );

const lines = [
  line(1, { weight: 'limit' }),
  line(2, { weight: 'limit', decision: 'action' }),
  line(3, { weight: 'obligation', decision: 'no_impact' }),
  line(4, { weight: null, change: null }),
];

test('what is left is counted beside what was decided', () => {
  expect(lineCounts(lines)).toEqual({ all: 4, left: 2, no_impact: 1, action: 1, question: 0 });
  expect(filtered(lines, 'left').map(({ position }) => position)).toEqual([1, 4]);
  expect(filtered(lines, 'action').map(({ position }) => position)).toEqual([2]);
  expect(filtered(lines, 'all')).toBe(lines);
});

test('each kind of change has a heading with its count, and typed lines have one', () => {
  const shown = listRows(lines).map((row) =>
    row.type === 'part' ? `${row.title} ${row.count}` : row.line.position,
  );
  expect(shown).toEqual(['Limits and values 2', 1, 2, 'Obligations 1', 3, 'Typed lines 1', 4]);
});

test('a decision about many leaves the others, and a remark alone leaves the decision', () => {
  const decided = withDecision(lines, [1, 4], { decision: 'question' });
  expect(decided.map(({ decision }) => decision)).toEqual([
    'question',
    'action',
    'no_impact',
    'question',
  ]);
  expect(withDecision(lines, [2], { remark: 'See FMEA' })[1]).toMatchObject({
    decision: 'action',
    remark: 'See FMEA',
  });
});

test('an answer is shown where it is newer, and a refused decision is not', () => {
  const saved = [1, 2].map((id) => ({ id, version: id }));
  const theirs = line(3, { version: 5, remark: 'Theirs' });
  const now = [line(1, { version: 3 }), line(2), line(3)];
  const answer = { saved, conflicts: [{ line: theirs, by: 'bob', at: null }] };
  expect(withAnswer(now, { remark: ' Mine ' }, answer)).toEqual([
    line(1, { version: 3 }),
    line(2, { version: 2, remark: 'Mine' }),
    theirs,
  ]);
  const refused = { line: 1, made: { remark: 'Mine' }, refused: 'Signed.' };
  expect(withUnsaved(now, [refused])).toEqual(now);
});

test('an undo gives each line its own decision back, but not to those that others changed since', () => {
  const made = { decision: 'no_impact', remark: 'All done' } as const;
  const now = withDecision(lines, [1, 2, 4], made);
  expect(undoOf(lines.toSpliced(2, 1), made, now)).toEqual([
    { decision: null, remark: '', ids: [1, 4] },
    { decision: 'action', remark: '', ids: [2] },
  ]);
  const meanwhile = withDecision(now, [1], { decision: 'question' });
  expect(undoOf(lines.toSpliced(2, 1), { decision: 'no_impact' }, meanwhile)).toEqual([
    { decision: 'action', ids: [2] },
    { decision: null, ids: [4] },
  ]);
});

test('a remark that is taken from a note has its words, its author, and leads to it', () => {
  const id = '3f2c8a10-7b6e-4d57-9a11-0c5b9e3f7d21';
  const remark = remarkOf(aNote({ id, page: 4, text: 'Ask the\nlaboratory', author: 'anna' }));
  expect(remark).toBe(`Ask the laboratory (anna) [note on page 4: ${id}]`);
  expect(noteIn(remark)).toEqual({ id, page: 4 });
  expect(noteIn('See FMEA [note on page 4]')).toBeNull();
});
