import type { ImportJob } from '#contract/jobs.ts';
import { ApiError } from '../../../api.ts';
import type { UndoAnswer } from './change-step.ts';

/** What a job that took a change back did; null when it was cancelled. Fails in words. */
export function undoneBy(ended: ImportJob): UndoAnswer | null {
  if (ended.state === 'cancelled') return null;
  const { undone: taken } = ended;
  if (taken === null)
    throw new Error(ended.fault ?? 'The undo failed. Nothing was changed. Try again.');
  if (taken.change_id === null)
    throw new ApiError(409, 'Nothing is left to undo.', 'changed_meanwhile');
  const { change_id, rows, stays: left } = taken;
  return { change_id, rows, left, built_on: [], is_large: true, job: ended.id };
}
