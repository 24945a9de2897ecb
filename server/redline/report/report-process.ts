import path from 'node:path';
import { startConfined } from '../../processes/confined.ts';
import { FairQueue } from '../../processes/fair-queue.ts';
import { processEnded } from '../../processes/process-ended.ts';

export type ReportQuestion = { json: string; madeAt: string };
export type ReportAnswer = Uint8Array;

const child = path.join(import.meta.dirname, 'report-child.ts');
/** The child imports the texts of a revision's status from here. */
const contract = path.join(import.meta.dirname, '..', '..', '..', 'contract');
const withinMs = 60_000;
const megabytes = 1024;
const reports = new FairQueue(1, 'reports');

/** The report on a redline, given as JSON; made by a process that can do nothing else. */
export function reportInProcess(
  user: string,
  question: ReportQuestion,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  return reports.use(
    user,
    () =>
      new Promise((resolve, reject) => {
        const limits = { megabytes, timeoutMs: withinMs };
        const writing = startConfined(child, [], { gets: [], uses: [contract], ...limits });
        writing.once('error', reject);
        writing.once('message', resolve);
        writing.once('close', (code, signal) => reject(processEnded('the report', code, signal)));
        writing.send(question, () => {}); // if it is gone, 'close' follows
      }),
    signal,
  );
}
