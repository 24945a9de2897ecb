import { type Static, Type } from 'typebox';

/** How far long work is; from `done` on it has ended. */
export const JobState = Type.Enum([
  'reading',
  'checking',
  'writing',
  'taking_back',
  'done',
  'refused',
  'called_off',
  'failed',
]);
export type JobState = Static<typeof JobState>;
