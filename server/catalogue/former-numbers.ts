import { type Follower, linePages } from '../changes/feed.ts';
import type { FeedLine } from '../changes/trail.ts';
import type { Db, Tx } from '../db/schema.ts';
import { looseText } from './loose-number.ts';

/** Keeps the numbers that entries had before they were renamed or deleted: their history is asked for by them. */
export const formerNumbersFollower: Follower = {
  name: 'former numbers',
  async follow(tx, pages) {
    for await (const lines of pages) await keepNumbers(tx, lines);
  },
  async rebuild(tx) {
    for await (const lines of linePages(tx, 0)) await keepNumbers(tx, lines);
  },
};

async function keepNumbers(tx: Tx, lines: readonly FeedLine[]): Promise<void> {
  const rows = lines.flatMap(({ subject, subject_id, before, after }) => {
    const number = before?.['doc_num'];
    if (subject !== 'document' || typeof number !== 'string') return [];
    if (after?.['doc_num'] === number) return [];
    return { loose_num: looseText(number), document_id: subject_id };
  });
  if (rows.length === 0) return;
  await tx
    .insertInto('former_numbers')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['loose_num', 'document_id']).doNothing())
    .execute();
}

const mostEntriesOfNumber = 1000;

/** The entries that have this number, or had it once; signs and capitals do not matter. */
export async function documentIdsOfNumber(db: Db, number: string): Promise<number[]> {
  const loose_num = looseText(number.trim());
  const have = await db
    .selectFrom('documents')
    .select('id')
    .where('loose_num', '=', loose_num)
    .orderBy('id')
    .limit(mostEntriesOfNumber)
    .execute();
  const had = await db
    .selectFrom('former_numbers')
    .select('document_id as id')
    .where('loose_num', '=', loose_num)
    .orderBy('document_id')
    .limit(mostEntriesOfNumber)
    .execute();
  return [...new Set([...have, ...had].map(({ id }) => id))];
}
