import type { ReaderAnswer } from '../../server/pdf/reader/reader-processes.ts';
import { tryAll } from './attempts.ts';

// Stands in for the process that reads PDFs.

function send(answer: ReaderAnswer): void {
  process.send?.(answer);
}

process.on('message', () => void answer());

async function answer(): Promise<void> {
  const fault = JSON.stringify(await tryAll());
  send({ what: 'facts', facts: { state: 'broken', fault } });
  send({ what: 'done', picture: null, last: false });
}
