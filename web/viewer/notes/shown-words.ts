import type { Note } from '#contract/notes.ts';
import { NoAnswerError } from '../../failures.ts';

/** Makes a call, shows the note that it answers with, or says why it failed. */
export type Attempt = (work: () => Promise<Note | null>) => Promise<void>;

export function attempting(
  show: (note: Note | null) => void,
  setFault: (fault: string | null) => void,
): Attempt {
  return async (work) => {
    setFault(null);
    await work().then(show, (error: unknown) => setFault(failureWords(error)));
  };
}

/** A time in the reader's zone. */
export function atTime(isoTime: string): string {
  return new Date(isoTime).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

/** Why a call failed. */
export function failureWords(error: unknown): string {
  if (error instanceof NoAnswerError) return `${error.message} Retry.`;
  return error instanceof Error ? error.message : String(error);
}
