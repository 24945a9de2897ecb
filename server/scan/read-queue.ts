import type { Db } from '../db/schema.ts';
import { extractionVersion } from '../pdf/facts.ts';
import { longestPauseMs } from '../share/open.ts';
import { unreadFiles } from './scan-state.ts';

type File = { id: number; path: string; bytes: number; modified_ns: string };

/** Why a file is read: for the first time; or one of the reasons below. */
export type ToRead = File &
  (
    | { why: 'unread' }
    /** It does not look like a whole PDF, but has not changed for so long that no copy is under way. */
    | { why: 'doubtful' }
    /** Its content was read by an earlier version of the extraction. */
    | { why: 'outdated'; hash: string }
  );

const filesAtOnce = 200;
const columns = ['files.id', 'path', 'files.bytes', 'modified_ns'] as const;

/**
 * Each file once, in order of id, and new ones before those that are read again: one that cannot be
 * read now waits for the next time.
 */
export async function* filesToRead(db: Db, nowMs: number): AsyncGenerator<ToRead> {
  const tried = new Set<number>();
  for (let after = ''; ;) {
    yield* untried(tried, (id) => unreadAfter(db, id));
    yield* untried(tried, (id) => doubtfulAfter(db, id, nowMs));
    const again = await outdatedAfter(db, after);
    const last = again.at(-1);
    if (last === undefined) return;
    yield* again;
    after = last.hash;
  }
}

async function* untried(
  tried: Set<number>,
  filesAfter: (id: number) => Promise<ToRead[]>,
): AsyncGenerator<ToRead> {
  for (let after = 0; ;) {
    const files = await filesAfter(after);
    for (const file of files) {
      if (tried.has(file.id)) continue;
      tried.add(file.id);
      yield file;
    }
    const last = files.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function unreadAfter(db: Db, id: number): Promise<ToRead[]> {
  const query = unreadFiles(db).select(columns).where('id', '>', id);
  const files = await query.orderBy('id').limit(filesAtOnce).execute();
  return files.map((file) => ({ ...file, why: 'unread' }));
}

async function doubtfulAfter(db: Db, id: number, nowMs: number): Promise<ToRead[]> {
  const files = await db
    .selectFrom('files')
    .select(columns)
    .where('verdict', 'in', ['incomplete', 'not_pdf'])
    .where('hash', 'is', null)
    .where('gone_at', 'is', null)
    .where('seen_at', '<=', new Date(nowMs - longestPauseMs).toISOString())
    .where('id', '>', id)
    .orderBy('id')
    .limit(filesAtOnce)
    .execute();
  return files.map((file) => ({ ...file, why: 'doubtful' }));
}

/** One file for each content. */
async function outdatedAfter(db: Db, hash: string) {
  const files = await db
    .selectFrom('contents')
    .innerJoin('files', 'files.hash', 'contents.hash')
    .select([...columns, 'contents.hash'])
    .where('extraction', '<', extractionVersion)
    .where('settled_at', 'is not', null)
    .where('gone_at', 'is', null)
    .where('contents.hash', '>', hash)
    .orderBy('contents.hash')
    .orderBy('files.id')
    .limit(filesAtOnce)
    .execute();
  const byHash = new Map(files.map((file) => [file.hash, file]));
  return Array.from(byHash.values(), (file) => ({ ...file, why: 'outdated' as const }));
}
