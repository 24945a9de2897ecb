import type { Db, Tx } from '../db/schema.ts';
import { withWriteLock } from '../db/transactions.ts';
import { type FeedLine, lastAuditId, linesAfter } from './trail.ts';

/** Something derived from the library that reads the audit trail as a feed, from a cursor of its own. */
export type Follower = {
  /** Names its cursor; never changes. */
  name: string;
  /** Brings what is derived up to date with these lines, which come in pages. */
  follow: (tx: Tx, pages: AsyncIterable<FeedLine[]>) => Promise<void>;
  /** Derives everything again, when there is no cursor yet. */
  rebuild: (tx: Tx) => Promise<void>;
};

const linesAtOnce = 500;

/** Lets every follower read the lines that it has not read, in the transaction that wrote them. */
export async function follow(tx: Tx, followers: readonly Follower[]): Promise<void> {
  const last = await lastAuditId(tx);
  for (const follower of followers) {
    const cursor = await cursorOf(tx, follower.name);
    if (cursor === last) continue;
    if (cursor === null) await follower.rebuild(tx);
    else await follower.follow(tx, linePages(tx, cursor));
    await moveCursor(tx, follower.name, last);
  }
}

/** Lets the followers read what they have not read; for the start of a process. */
export async function catchUp({
  db,
  followers,
}: {
  db: Db;
  followers: readonly Follower[];
}): Promise<void> {
  const last = await lastAuditId(db);
  const cursors = await Promise.all(followers.map(({ name }) => cursorOf(db, name)));
  if (cursors.every((cursor) => cursor === last)) return;
  await withWriteLock(db, (tx) => follow(tx, followers));
}

/** All lines of the trail after this one, in pages. */
export async function* linePages(db: Db, cursor: number): AsyncGenerator<FeedLine[]> {
  for (let after = cursor; ;) {
    const lines = await linesAfter(db, after, linesAtOnce);
    const last = lines.at(-1);
    if (last === undefined) return;
    yield lines;
    after = last.id;
  }
}

/** How far a follower has read the trail; null before its first time. */
export async function cursorOf(db: Db, name: string): Promise<number | null> {
  const row = await db
    .selectFrom('feed_cursors')
    .select('audit_id')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.audit_id ?? null;
}

export async function moveCursor(tx: Tx, name: string, audit_id: number): Promise<void> {
  await tx
    .insertInto('feed_cursors')
    .values({ name, audit_id })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ audit_id }))
    .execute();
}
