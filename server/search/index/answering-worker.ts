import { parentPort, workerData } from 'node:worker_threads';
import { Answers, type AnswerSources } from './answers.ts';
import type { ThreadMessage, ThreadQuestion } from './answering-thread.ts';
import { UnusableIndexError } from './index-file.ts';

// Asks the index in a thread of its own: SQLite's calls block the thread that makes them.

const answers = new Answers(workerData as AnswerSources); // answering-thread.ts

parentPort?.on('message', ({ number, question }: ThreadQuestion) => {
  void answerOf(number, question).then(send);
});
send('ready');

function send(message: ThreadMessage): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a thread has none
  parentPort?.postMessage(message);
}

async function answerOf(
  number: number,
  { name, asks }: ThreadQuestion['question'],
): Promise<ThreadMessage> {
  try {
    return { number, answer: await answers.answer(name, asks) };
  } catch (error) {
    if (!(error instanceof UnusableIndexError)) return { number, failed: { at: placeOf(error) } };
    answers.close();
    return { number, failed: { unusable: error.reason } };
  }
}

/** Where it failed, without the words of the error: they may hold what was searched. */
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'errcode' in error ? ` ${String(error.errcode)}` : '';
  return [`${error.name}${code}`, ...frames].join('\n');
}
