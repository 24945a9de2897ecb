import { statSync } from 'node:fs';
import type { Db } from '../../db/schema.ts';
import { positionOf } from '../../changes/changes-since.ts';
import { positionAt } from './changes.ts';
import {
  checked,
  indexVersion,
  type IndexPaths,
  openIndexToRead,
  UnusableIndexError,
  versionOf,
} from './index-file.ts';
import { progressOf, type Totals, totalsOf, type Walk } from './progress.ts';
import { walkOf } from './rebuild.ts';

/** How the index of a library stands, looked at from outside. */
export type IndexReport =
  | { state: 'unfinished' | UnusableIndexError['reason']; walk: Walk | null }
  | ({ state: 'whole'; bytes: number; behind: number } & Totals);

/** Reads the whole file to find damage, which takes a while in a large library. */
export async function reportOnIndex(db: Db, paths: IndexPaths): Promise<IndexReport> {
  const library = await positionOf(db);
  try {
    const file = openIndexToRead(paths.file);
    try {
      return checked(paths.file, () => {
        if (versionOf(file) !== indexVersion) throw new UnusableIndexError('other_version');
        const found = file.prepare('pragma quick_check(1)').get()?.['quick_check'];
        const progress = progressOf(file);
        if (found !== 'ok' || progress === null) throw new UnusableIndexError('damaged');
        if (progress.walk !== null) return { state: 'unfinished', walk: progress.walk };
        const { audit, files } = positionAt(progress);
        const behind = Math.max(0, library.audit - audit) + Math.max(0, library.files - files);
        return { state: 'whole', bytes: statSync(paths.file).size, behind, ...totalsOf(file) };
      });
    } finally {
      file.close();
    }
  } catch (error) {
    if (!(error instanceof UnusableIndexError)) throw error;
    return { state: error.reason, walk: walkOf(paths.beside) };
  }
}
