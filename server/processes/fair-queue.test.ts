import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const flush = () => new Promise((resolve) => setImmediate(resolve));

/** Work that runs until its name is ended; `begun` has the order in which it began. */
function workIn(queue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, signal?: AbortSignal) =>
    queue.use(
      name.slice(0, 1),
      () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      signal,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await flush();
  };
  return { begun, ask, end };
}

test('users take turns, each in the order of asking', async () => {
  const { begun, ask, end } = workIn(new FairQueue(1, 'comparisons'));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void ask(name);
  await flush();
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']) {
    expect(begun.at(-1)).toBe(name);
    await end(name);
  }
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('a user may have three waiting, whatever others have', async () => {
  const { begun, ask, end } = workIn(new FairQueue(1, 'comparisons'));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name);
  await expect(ask('a5')).rejects.toMatchObject({
    code: 'too_many_waiting',
    message: 'Three of your comparisons are already waiting. Try again when one is done.',
  });
  for (const name of ['b1', 'b2', 'b3']) void ask(name);
  await expect(ask('b4')).rejects.toMatchObject({ code: 'too_many_waiting' });
  await end('a1');
  await end('b1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  void ask('a5');
  await end('a2');
  expect(begun.at(-1)).toBe('b2');
});

test('the whole queue has an end', async () => {
  const { ask } = workIn(new FairQueue(1, 'comparisons'));
  void ask('a');
  for (let at = 0; at < 100; at++) void ask(String.fromCodePoint(0x4e00 + at));
  await expect(ask('z')).rejects.toMatchObject({
    code: 'busy',
    message: 'Many comparisons are waiting. Try again in a minute.',
  });
});

test('one user never has every place', async () => {
  const { begun, ask, end } = workIn(new FairQueue(3, 'uploads'));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name);
  void ask('b1');
  await flush();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  await end('b1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('who stops waiting leaves the queue', async () => {
  const { begun, ask, end } = workIn(new FairQueue(1, 'exports'));
  const left = new AbortController();
  void ask('a1');
  const waiting = ask('a2', left.signal);
  void ask('a3');
  left.abort(new Error('closed'));
  await expect(waiting).rejects.toThrow('closed');
  await end('a1');
  expect(begun).toEqual(['a1', 'a3']);
  await expect(ask('a4', AbortSignal.abort(new Error('closed')))).rejects.toThrow('closed');
});

test('work that fails frees its place', async () => {
  const queue = new FairQueue(1, 'reports');
  const failing = queue.use('a', () => Promise.reject(new Error('no font')));
  const next = queue.use('a', () => Promise.resolve('done'));
  await expect(failing).rejects.toThrow('no font');
  expect(await next).toBe('done');
});
