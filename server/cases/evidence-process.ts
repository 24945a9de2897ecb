import path from 'node:path';
import { LibraryError } from '#contract/errors.ts';
import { makeReport } from '../paper/report-process.ts';
import { TooLateError } from '../processes/asked.ts';
import type { Evidence } from './evidence-words.ts';

const child = path.join(import.meta.dirname, 'evidence-child.ts');

/** The proof of cases as a PDF. */
export async function evidenceInProcess(
  user: string,
  question: Evidence & { madeAt: string },
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    return await makeReport({ child, question, user, signal });
  } catch (error) {
    if (!(error instanceof TooLateError)) throw error;
    const message = 'The report takes too long. Choose a shorter period, one customer, or XLSX.';
    throw new LibraryError('busy', message, { cause: error });
  }
}
