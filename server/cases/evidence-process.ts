import path from 'node:path';
import { LibraryError } from '#contract/errors.ts';
import { askOnce, TooLateError } from '../processes/asked.ts';
import { startConfined } from '../processes/confined.ts';
import { FairQueue } from '../processes/fair-queue.ts';
import type { Evidence } from './evidence-words.ts';

const child = path.join(import.meta.dirname, 'evidence-child.ts');
/** It sets the PDF by the room of paper, with texts of the contract. */
const uses = ['../paper', '../../contract'].map((one) => path.join(import.meta.dirname, one));
const limits = { gets: [], uses, megabytes: 1024 };
const reports = new FairQueue(1, 'reports');

type Question = Evidence & { madeAt: string };

/** The proof of cases as a PDF, made by a process that can do nothing else; one at a time. */
export function evidenceInProcess(
  user: string,
  question: Question,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const order = {
    what: 'the report',
    start: () => startConfined(child, [], limits),
    question,
    answerOf: (pdf: Uint8Array) => pdf,
    withinMs: 60_000,
    signal,
  };
  return reports.use(user, () => askOnce(order).catch(explain), signal);
}

function explain(error: unknown): never {
  if (!(error instanceof TooLateError)) throw error;
  const message = 'The report takes too long. Choose a shorter period, one customer, or XLSX.';
  throw new LibraryError('busy', message, { cause: error });
}
