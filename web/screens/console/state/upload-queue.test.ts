import { expect, test } from 'vitest';
import { type Send, UploadQueue } from './upload-queue.ts';

/** A queue before a server that answers when it is told to. */
function startQueue() {
  const sent: {
    name: string;
    replace: boolean;
    signal: AbortSignal;
    answer: (outcome: Awaited<ReturnType<Send>>) => Promise<void>;
  }[] = [];
  let done = 0;
  const queue = new UploadQueue(
    ({ file, replace }, _progress, signal) =>
      new Promise((resolve) => {
        const answer = async (outcome: Awaited<ReturnType<Send>>) => {
          resolve(outcome);
          await new Promise((settle) => setTimeout(settle));
        };
        sent.push({ name: file.name, replace, signal, answer });
      }),
    () => done++,
  );
  const add = (...names: string[]) =>
    queue.add(names.map((name) => ({ file: new File(['%PDF-'], name), documentId: 1 })));
  return {
    queue,
    sent,
    add,
    states: () => queue.snapshot().map(({ state }) => state),
    done: () => done,
  };
}

test('two files go at a time, the next when one is done', async () => {
  const { add, sent, states, done } = startQueue();
  add('a.pdf', 'b.pdf', 'c.pdf');
  expect(states()).toEqual(['sending', 'sending', 'waiting']);
  await sent[0]?.answer({ state: 'done' });
  expect(states()).toEqual(['done', 'sending', 'sending']);
  expect(done()).toBe(1);
});

test('an interrupted upload says so and can be retried', async () => {
  const { queue, add, sent, states } = startQueue();
  add('a.pdf');
  await sent[0]?.answer({ state: 'failed', reason: 'interrupted' });
  expect(queue.snapshot()[0]).toMatchObject({ state: 'failed', reason: 'interrupted' });
  queue.retry(1);
  expect(states()).toEqual(['sending']);
  await sent[1]?.answer({ state: 'done' });
  expect(states()).toEqual(['done']);
});

test('a file is replaced only when someone says so', async () => {
  const { queue, add, sent, states } = startQueue();
  add('a.pdf');
  await sent[0]?.answer({ state: 'exists' });
  expect(states()).toEqual(['exists']);
  queue.replace([1]);
  expect(sent.map(({ replace }) => replace)).toEqual([false, true]);
});

test('a cancelled upload is stopped and makes room for the next', async () => {
  const { queue, add, sent, states } = startQueue();
  add('a.pdf', 'b.pdf', 'c.pdf');
  queue.cancel(1);
  expect(sent[0]?.signal.aborted).toBe(true);
  await sent[0]?.answer({ state: 'cancelled' });
  expect(states()).toEqual(['cancelled', 'sending', 'sending']);
});
