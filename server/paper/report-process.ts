import path from 'node:path';
import { askOnce } from '../processes/asked.ts';
import { startConfined } from '../processes/confined.ts';
import { FairQueue } from '../processes/fair-queue.ts';

/** The children import the texts of statuses and states from here. */
const contract = path.join(import.meta.dirname, '..', '..', 'contract');
const withinMs = 60_000;
const megabytes = 1024;
const reports = new FairQueue(1, 'reports');

type Making = { child: string; question: object; user: string; signal?: AbortSignal | undefined };

/** A report as a PDF, made by a process that can do nothing else; one at a time. */
export function makeReport({ child, question, user, signal }: Making): Promise<Uint8Array> {
  const limits = { gets: [], uses: [contract, import.meta.dirname], megabytes };
  const ask = () =>
    askOnce({
      what: 'the report',
      start: () => startConfined(child, [], limits),
      question,
      answerOf: (pdf: Uint8Array) => pdf,
      withinMs,
      signal,
    });
  return reports.use(user, ask, signal);
}
