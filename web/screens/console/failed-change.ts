import { isUnanswered } from '../../failures.ts';
import { messageOf } from './format.ts';

/** What became of a change that failed. When the answer was lost, the change may have been made. */
export function failedChange(what: string, error: unknown): string {
  if (!isUnanswered(error)) return `${what} ${messageOf(error)}`;
  return 'The server did not answer, so the change may be done or not. Check the list, then try again.';
}
