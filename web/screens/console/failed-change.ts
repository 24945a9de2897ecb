import { ApiError } from '../../api.ts';
import { isConnectionLost, messageOf } from './format.ts';

/** What became of a change that failed. When the answer was lost, the change may have been made. */
export function failedChange(what: string, error: unknown): string {
  const isUnknown = isConnectionLost(error) || (error instanceof ApiError && error.status >= 500);
  if (!isUnknown) return `${what} ${messageOf(error)}`;
  return 'The server did not answer, so this may or may not be done. Check the list, then try again.';
}
