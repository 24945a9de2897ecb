import path from 'node:path';
import { askOnce } from '../processes/asked.ts';
import { startConfined } from '../processes/confined.ts';
import { FairQueue } from '../processes/fair-queue.ts';
import type { Evidence } from './evidence-words.ts';

const child = path.join(import.meta.dirname, 'evidence-child.ts');
const contract = path.join(import.meta.dirname, '..', '..', 'contract');
const paper = path.join(import.meta.dirname, '..', 'redline', 'report');
const withinMs = 60_000;
const megabytes = 1024;
const reports = new FairQueue(1, 'reports');

/** The proof of cases as a PDF, made by a process that can do nothing else. */
export function evidenceInProcess(
  user: string,
  question: Evidence & { madeAt: string },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const limits = { gets: [], uses: [contract, paper], megabytes };
  const ask = () =>
    askOnce({
      what: 'the evidence',
      start: () => startConfined(child, [], limits),
      question,
      answerOf: (pdf: Uint8Array) => pdf,
      withinMs,
      signal,
    });
  return reports.use(user, ask, signal);
}
