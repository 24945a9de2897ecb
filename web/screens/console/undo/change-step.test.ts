import { expect, test } from 'vitest';
import { NoAnswerError } from '../../../failures.ts';
import { changeStep, type UndoAnswer, type UndoDeps } from './change-step.ts';
import { entryStep } from './entry-step.ts';

const small = { rows: 1, built_on: [], left: [], is_large: false, job: null };

/** Undoes `a` as `b`, `b` as `c` and so on; says what was asked. */
function taking(answers: Record<string, UndoAnswer | null>): UndoDeps & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    undoChange: async ({ change_id, overwrite }) => {
      asked.push(overwrite === undefined ? change_id : `${change_id} over ${overwrite.join()}`);
      const answer = answers[asked.at(-1) ?? ''];
      if (answer === undefined) throw new Error(`Nobody knows ${asked.at(-1)}.`);
      return answer;
    },
    choose: async (builtOn) => builtOn.map(({ line_id }) => line_id),
    tellLeft: (left) => void asked.push(...left.map((why) => `left: ${why}`)),
  };
}

test('a change that a job undid counts as undone, and is redone the same way', async () => {
  const large = { ...small, rows: 200_000, is_large: true, job: 'a job' };
  const tools = taking({
    a: { ...large, change_id: 'b', left: ['AM-1 stays'] },
    b: { ...large, change_id: 'c' },
  });
  const redo = await changeStep('list.csv imported', ['a'], tools).undoChange();
  expect(redo).toMatchObject({ words: 'list.csv imported', changeIds: ['b'] });
  expect(await redo?.undoChange()).toMatchObject({ changeIds: ['c'] });
  expect(tools.asked).toEqual(['a', 'left: AM-1 stays', 'b']);
});

test('a job that was cancelled leaves the step to be undone, and asks for no choice', async () => {
  const tools = taking({ a: null });
  expect(await changeStep('list.csv imported', ['a'], tools).undoChange()).toBeNull();
  expect(tools.asked).toEqual(['a']);
});

test('where others built on a small change, a librarian chooses', async () => {
  const built = {
    line_id: 7,
    subject: 'document',
    subject_id: 1,
    before: null,
    now: null,
  } as const;
  const tools = taking({
    a: { ...small, change_id: null, built_on: [{ ...built, user: 'anna', at: '' }] },
    'a over 7': { ...small, change_id: 'b' },
  });
  const step = await changeStep('AM-1 changed', ['a'], tools).undoChange();
  expect(step).toMatchObject({ changeIds: ['b'] });
});

test('after a lost connection only the changes that are left are undone', async () => {
  const answers: Record<string, UndoAnswer> = {
    b: { ...small, change_id: 'b2', left: ['AM-1 stays'] },
  };
  const tools = taking(answers);
  const step = changeStep('900 rows pasted', ['a', 'b'], tools);
  await expect(step.undoChange()).rejects.toThrow('Nobody knows a.');
  answers['a'] = { ...small, change_id: 'a2' };
  expect(await step.undoChange()).toMatchObject({ changeIds: ['b2', 'a2'] });
  expect(tools.asked).toEqual(['b', 'a', 'a', 'left: AM-1 stays']);
});

test('a change is undone with the same key until it is answered, and redone with another', async () => {
  const keys: unknown[] = [];
  let isLost = true;
  const step = changeStep('AM-1 changed', ['a'], {
    ...taking({}),
    undoChange: async (_body, key) => {
      keys.push(key);
      if (isLost) throw new NoAnswerError('No connection to the server.');
      return { ...small, change_id: 'b' };
    },
  });
  await expect(step.undoChange()).rejects.toThrow('No connection to the server.');
  isLost = false;
  const redo = await step.undoChange();
  await redo?.undoChange();
  expect(keys).toEqual([expect.stringMatching(/./), keys[0], expect.stringMatching(/./)]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('the files of entries are set aside with the same key until it is answered', async () => {
  const keys: string[] = [];
  const setAside = async (_files: number[], key: string) => {
    keys.push(key);
    if (keys.length === 1) throw new NoAnswerError('No connection to the server.');
    return { change_id: 'c', results: [{ refused: null }] };
  };
  const tools = taking({ a: { ...small, change_id: 'b' } });
  const step = entryStep('AM-1 added', ['a'], { uploaded: async () => [7], setAside }, tools);
  await expect(step.undoChange()).rejects.toThrow('No connection to the server.');
  expect(await step.undoChange()).toMatchObject({ changeIds: ['b', 'c'] });
  expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
  expect(tools.asked).toEqual(['a']);
});
