import path from 'node:path';
import { makeReport } from '../paper/report-process.ts';
import type { Evidence } from './evidence-words.ts';

const child = path.join(import.meta.dirname, 'evidence-child.ts');

/** The proof of cases as a PDF. */
export function evidenceInProcess(
  user: string,
  question: Evidence & { madeAt: string },
  signal: AbortSignal,
): Promise<Uint8Array> {
  return makeReport({ child, question, user, signal });
}
