import { setImmediate } from 'node:timers/promises';
import { portionsOf } from '../db/portions.ts';
import type { Db, Tx } from '../db/schema.ts';
import { withWriteLock } from '../db/transactions.ts';
import { extractionVersion } from '../pdf/facts.ts';
import { readWords } from '../pdf/text/words.ts';
import { type FoundNumber, findMentions } from './find-mentions.ts';
import type { Shapes } from './shapes.ts';

type SearchedContent = { hash: string; extraction: number; words: number; numbers: FoundNumber[] };

/** The shapes to search for in contents, and how many there are. */
export type WantedShapes = { count: number; shapes: Shapes };

const contentsAtOnce = 20;
const rowsAtOnce = 200;

/** Searches these contents for numbers and saves the mentions; returns how many contents were searched. */
export async function saveMentions(
  db: Db,
  hashes: readonly string[],
  wanted: WantedShapes,
  mayGoOn: () => boolean,
): Promise<number> {
  let count = 0;
  for (const portion of portionsOf(hashes, contentsAtOnce)) {
    const searched: SearchedContent[] = [];
    for (const content of await contentsToSearch(db, portion, wanted.count)) {
      await setImmediate(); // a long text takes a while: the other steps of the worker come between
      if (!mayGoOn()) break;
      searched.push(await searchContent(db, content, wanted.shapes));
    }
    if (searched.length > 0) {
      await withWriteLock(db, async (tx) => {
        for (const one of searched) await write(tx, one, wanted.count);
      });
    }
    count += searched.length;
    if (!mayGoOn()) break;
  }
  return count;
}

type Content = { hash: string; extraction: number };

async function searchContent(db: Db, content: Content, shapes: Shapes): Promise<SearchedContent> {
  const pages = (await readWords(db, content.hash)) ?? [];
  const words = pages.reduce((sum, page) => sum + page.length, 0);
  return { ...content, words, numbers: findMentions(pages, shapes) };
}

async function write(
  tx: Tx,
  { hash, extraction, words, numbers }: SearchedContent,
  shapes: number,
) {
  await tx.deleteFrom('mentions').where('hash', '=', hash).execute();
  const rows = numbers.map(({ places, ...number }) => ({
    ...number,
    hash,
    places: JSON.stringify(places),
  }));
  for (const portion of portionsOf(rows, rowsAtOnce)) {
    await tx.insertInto('mentions').values(portion).execute();
  }
  await tx
    .insertInto('content_mentions')
    .values({ hash, shapes, extraction, words })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ shapes, extraction, words }))
    .execute();
}

/** The next contents that were not yet searched for this many shapes. */
export async function contentsAfter(
  db: Db,
  hash: string,
  shapes: number,
  limit: number,
): Promise<string[]> {
  const rows = await unsearched(db, shapes)
    .where('contents.hash', '>', hash)
    .orderBy('contents.hash')
    .limit(limit)
    .execute();
  return rows.map((row) => row.hash);
}

function contentsToSearch(db: Db, hashes: readonly string[], shapes: number): Promise<Content[]> {
  return unsearched(db, shapes)
    .where('contents.hash', 'in', [...hashes])
    .execute();
}

/** Contents whose words are stored, or that have none. */
function unsearched(db: Db, shapes: number) {
  return db
    .selectFrom('contents')
    .leftJoin('content_mentions', 'content_mentions.hash', 'contents.hash')
    .leftJoin('content_words', 'content_words.hash', 'contents.hash')
    .select(['contents.hash', 'contents.extraction'])
    .where((where) =>
      where.or([
        where('content_words.hash', 'is not', null),
        where('contents.extraction', '>=', extractionVersion),
      ]),
    )
    .where((where) =>
      where.or([
        where('content_mentions.hash', 'is', null),
        where('content_mentions.shapes', '<', shapes),
        where('content_mentions.extraction', '<', where.ref('contents.extraction')),
      ]),
    );
}
