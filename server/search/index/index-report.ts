import { statSync } from 'node:fs';
import type { Db } from '../../db/schema.ts';
import { positionOf } from '../../changes/changes-since.ts';
import { positionAt } from './changes.ts';
import { checked, type IndexPaths, openIndexToRead, UnusableIndexError } from './index-file.ts';
import { progressOf, type Totals, totalsOf } from './progress.ts';

/** How the index of a library stands, looked at from outside. */
export type IndexReport =
  | { state: UnusableIndexError['reason'] }
  | ({ state: 'unfinished' } & Totals)
  | ({ state: 'whole'; bytes: number; behind: number } & Totals);

/** Reads the whole file to find damage, which takes a while in a large library. */
export async function reportOnIndex(db: Db, { file: path }: IndexPaths): Promise<IndexReport> {
  const library = await positionOf(db);
  try {
    const file = openIndexToRead(path);
    try {
      return checked(path, () => {
        const found = file.prepare('pragma quick_check(1)').get()?.['quick_check'];
        const progress = progressOf(file);
        if (found !== 'ok' || progress === null) throw new UnusableIndexError('damaged');
        const totals = totalsOf(file);
        if (progress.building !== null) return { state: 'unfinished', ...totals };
        const { audit, files } = positionAt(progress);
        const changes = Math.max(0, library.audit - audit) + Math.max(0, library.files - files);
        const behind = changes + totals.missing;
        return { state: 'whole', bytes: statSync(path).size, behind, ...totals };
      });
    } finally {
      file.close();
    }
  } catch (error) {
    if (!(error instanceof UnusableIndexError)) throw error;
    return { state: error.reason };
  }
}
