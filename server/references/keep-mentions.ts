import { portionsOf } from '../db/portions.ts';
import type { Db, Tx } from '../db/schema.ts';
import { inTurn } from '../db/transactions.ts';
import { extractionVersion } from '../pdf/facts.ts';
import { readWords } from '../pdf/words.ts';
import { type FoundNumber, findMentions } from './find-mentions.ts';
import type { Shapes } from './shapes.ts';

type Looked = { hash: string; extraction: number; words: number; numbers: FoundNumber[] };

/** The shapes that contents are looked through for, and how many they are. */
export type Sought = { count: number; shapes: Shapes };

const contentsAtOnce = 20;
const rowsAtOnce = 200;

/** Looks through these contents, and keeps what stands in them; gives how many there were. */
export async function keepMentions(
  db: Db,
  hashes: readonly string[],
  sought: Sought,
  mayGoOn: () => boolean,
): Promise<number> {
  let kept = 0;
  for (const portion of portionsOf(hashes, contentsAtOnce)) {
    const looked: Looked[] = [];
    for (const content of await contentsToLookAt(db, portion, sought.count)) {
      if (!mayGoOn()) break;
      looked.push(await lookThrough(db, content, sought.shapes));
    }
    if (looked.length > 0) {
      await inTurn(db, async (tx) => {
        for (const one of looked) await write(tx, one, sought.count);
      });
    }
    kept += looked.length;
    if (!mayGoOn()) break;
  }
  return kept;
}

type Content = { hash: string; extraction: number };

async function lookThrough(db: Db, content: Content, shapes: Shapes): Promise<Looked> {
  const pages = (await readWords(db, content.hash)) ?? [];
  const words = pages.reduce((sum, page) => sum + page.length, 0);
  return { ...content, words, numbers: findMentions(pages, shapes) };
}

async function write(tx: Tx, { hash, extraction, words, numbers }: Looked, shapes: number) {
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

/** The next contents that were not looked through for so many shapes. */
export async function contentsAfter(
  db: Db,
  hash: string,
  shapes: number,
  limit: number,
): Promise<string[]> {
  const rows = await unlooked(db, shapes)
    .where('contents.hash', '>', hash)
    .orderBy('contents.hash')
    .limit(limit)
    .execute();
  return rows.map((row) => row.hash);
}

function contentsToLookAt(db: Db, hashes: readonly string[], shapes: number): Promise<Content[]> {
  return unlooked(db, shapes)
    .where('contents.hash', 'in', [...hashes])
    .execute();
}

/** Those whose words are kept, or that have none after all. */
function unlooked(db: Db, shapes: number) {
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
