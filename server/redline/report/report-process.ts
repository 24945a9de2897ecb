import path from 'node:path';
import { startConfined } from '../../confined-process.ts';
import { Semaphore } from '../../semaphore.ts';

export type ReportQuestion = { json: string; madeAt: string };
export type ReportAnswer = Uint8Array;

const child = path.join(import.meta.dirname, 'report-child.ts');
const withinMs = 60_000;
const megabytes = 1024;
const oneAtATime = new Semaphore(1);

/** The report on a redline, given as JSON; made by a process that can do nothing else. */
export function reportInProcess(question: ReportQuestion): Promise<Uint8Array> {
  return oneAtATime.use(
    () =>
      new Promise((resolve, reject) => {
        const writing = startConfined(child, [], { gets: [], megabytes, timeoutMs: withinMs });
        writing.once('error', reject);
        writing.once('message', resolve);
        writing.once('close', (code, signal) =>
          reject(new Error(`The process of a report has ended with ${code ?? signal}.`)),
        );
        writing.send(question, () => {}); // one that is gone is told by 'close'
      }),
  );
}
