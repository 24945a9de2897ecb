import type { Db } from '../../db/schema.ts';
import type { ChangedIds } from '../changes.ts';
import type { ChoiceColumn } from './columns.ts';
import type { RowIndex } from './row-index.ts';

/** A sheet of the console, kept in memory and in step with the database. */
export type Sheet = {
  index: Pick<RowIndex<never>, 'arrange' | 'slotsOf'>;
  /** The column whose texts are counted for the chips above the grid. */
  counted: ChoiceColumn;
  /** Reads all rows. */
  load: (db: Db) => Promise<void>;
  /** Those of its rows among what changed. */
  changed: (ids: ChangedIds) => readonly number[];
  /** Reads these rows again; those that are not there any more are dropped. */
  update: (db: Db, ids: readonly number[]) => Promise<void>;
};
