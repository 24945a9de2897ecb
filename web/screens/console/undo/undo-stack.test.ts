import { expect, test } from 'vitest';
import { NoAnswerError } from '../../../failures.ts';
import { ApiError } from '../../../api.ts';
import { type Step, UndoStack } from './undo-stack.ts';

/** A number that can be set, and steps that set it back. */
function counter() {
  const state = { value: 0 };
  const setTo = (value: number, words: string): Step => {
    const before = state.value;
    state.value = value;
    return { words, undoChange: async () => setTo(before, words) };
  };
  return { state, setTo };
}

function listener() {
  const said: string[] = [];
  const told = {
    onDone: (words: string) => void said.push(words),
    onFailed: (direction: string, error: unknown, isKept: boolean) =>
      void said.push(`${direction}: ${error}${isKept ? ' (kept)' : ''}`),
  };
  return { said, told };
}

test('steps are undone from the last to the first and redone the other way', async () => {
  const stack = new UndoStack();
  const { state, setTo } = counter();
  const { said, told } = listener();
  stack.did(setTo(1, 'AM-1 changed'));
  stack.did(setTo(2, '2 rows pasted'));
  expect([stack.next('undo'), stack.next('redo')]).toEqual(['2 rows pasted', null]);
  await stack.take('undo', told);
  expect(state.value).toBe(1);
  await stack.take('undo', told);
  expect(state.value).toBe(0);
  await stack.take('undo', told);
  await stack.take('redo', told);
  await stack.take('redo', told);
  expect(state.value).toBe(2);
  expect(said).toEqual([
    'Undone: 2 rows pasted',
    'Undone: AM-1 changed',
    'Redone: AM-1 changed',
    'Redone: 2 rows pasted',
  ]);
});

test('after something new nothing can be redone', async () => {
  const stack = new UndoStack();
  const { setTo } = counter();
  stack.did(setTo(1, 'first'));
  await stack.take('undo', listener().told);
  stack.did(setTo(2, 'second'));
  expect([stack.next('undo'), stack.next('redo')]).toEqual(['second', null]);
});

test('keys that come faster than the server undo one step each', async () => {
  const stack = new UndoStack();
  const { state, setTo } = counter();
  for (const value of [1, 2, 3]) stack.did(setTo(value, String(value)));
  const { told } = listener();
  await Promise.all([stack.take('undo', told), stack.take('undo', told)]);
  expect(state.value).toBe(1);
});

test('what cannot be undone is reported, and does not block what can', async () => {
  const stack = new UndoStack();
  const { state, setTo } = counter();
  const { said, told } = listener();
  stack.did(setTo(1, 'first'));
  stack.did({ words: 'second', undoChange: () => Promise.reject(new ApiError(409, 'gone')) });
  await stack.take('undo', told);
  await stack.take('undo', told);
  expect(state.value).toBe(0);
  expect(said).toEqual(['undo: ApiError: gone', 'Undone: first']);
});

test.each([
  ['a lost connection', new NoAnswerError('No connection to the server.')],
  ['a fault of the server', new ApiError(503, 'The database is busy.', 'busy')],
  ['an import that runs', new ApiError(409, 'An import is running.', 'import_running')],
  ['a session that is over', new ApiError(401, 'Sign in.', 'not_signed_in')],
])('%s leaves the step to be undone', async (_, fault) => {
  const stack = new UndoStack();
  const { state, setTo } = counter();
  const { said, told } = listener();
  const { undoChange } = setTo(1, 'AM-1 changed');
  let isFirst = true;
  stack.did({
    words: 'AM-1 changed',
    undoChange: async () => {
      if (!isFirst) return undoChange();
      isFirst = false;
      throw fault;
    },
  });
  await stack.take('undo', told);
  expect([state.value, stack.next('undo')]).toEqual([1, 'AM-1 changed']);
  await stack.take('undo', told);
  await stack.take('redo', told);
  expect(state.value).toBe(1);
  expect(said).toEqual([`undo: ${fault} (kept)`, 'Undone: AM-1 changed', 'Redone: AM-1 changed']);
});

test('a listener that throws does not stop the next step', async () => {
  const stack = new UndoStack();
  const { state, setTo } = counter();
  const { told } = listener();
  stack.did(setTo(1, 'first'));
  stack.did({ words: 'second', undoChange: () => Promise.reject(new ApiError(409, 'gone')) });
  const throws = () => {
    throw new Error('nobody listens');
  };
  await expect(stack.take('undo', { ...told, onFailed: throws })).rejects.toThrow('nobody listens');
  await stack.take('undo', told);
  expect(state.value).toBe(0);
});

test('a step that the librarian cancels stays to be undone', async () => {
  const stack = new UndoStack();
  stack.did({ words: 'first', undoChange: async () => null });
  await stack.take('undo', listener().told);
  expect([stack.next('undo'), stack.next('redo')]).toEqual(['first', null]);
});
