import path from 'node:path';
import { askOnce } from '../../processes/asked.ts';
import { startConfined } from '../../processes/confined.ts';
import { FairQueue } from '../../processes/fair-queue.ts';

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
  const limits = { gets: [], uses: [contract], megabytes };
  const ask = () =>
    askOnce({
      what: 'the report',
      start: () => startConfined(child, [], limits),
      question,
      answerOf: (pdf: ReportAnswer) => pdf,
      withinMs,
      signal,
    });
  return reports.use(user, ask, signal);
}
