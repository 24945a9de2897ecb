import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { MissingReference } from '#contract/references.ts';
import { looseText } from '../catalogue/loose-number.ts';
import { portionsOf, selectInPortions } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import { withWriteLock } from '../db/transactions.ts';
import { filesWithEntry } from '../matching/entry-files.ts';
import { sharedStart } from '../matching/likely-customers.ts';
import { citedByOf, columns, openDocuments } from './citing-documents.ts';
import { prefixOf } from './shapes.ts';
import { countRows } from '../db/count-rows.ts';

const mostListed = 1000;
const documentsOfEach = 5;
const mostMentions = 20_000;

/** Lists which numbers are cited and have no entry. Reads all mentions, so it is too slow for a request. */
export async function sumUpMissing(db: Db): Promise<void> {
  const counted = await countMissing(db);
  const written = await spellings(db, counted);
  const known = await beginningsWithEntry(db, [...written.values()]);
  const rows: (Counted & { written: string; customer_id: number | null })[] = [];
  for (const number of counted) {
    const spelled = written.get(number.number_key) ?? number.number_key;
    // Such as `TL 52440 12`, if `TL 52440` is in the library.
    if (beginningsOf(spelled).some((key) => known.has(key))) continue;
    const customer_id = await customerWithNumbersLike(db, number.number_key);
    rows.push({ ...number, written: spelled, customer_id });
  }
  await withWriteLock(db, async (tx) => {
    await tx.deleteFrom('missing_numbers').execute();
    for (const portion of portionsOf(rows)) {
      await tx.insertInto('missing_numbers').values(portion).execute();
    }
  });
}

/** The missing numbers that most documents cite, as of the last `sumUpMissing`. */
export async function missingReferences(
  db: Db,
  limit: number,
): Promise<{ data: MissingReference[]; total: number }> {
  const stillMissing = db
    .selectFrom('missing_numbers')
    .leftJoin('customers', 'customers.id', 'missing_numbers.customer_id')
    .where(noEntryHas('missing_numbers.number_key'));
  const total = await countRows(stillMissing);
  const rows = await stillMissing
    .select(['number_key', 'written', 'documents', 'mentions', 'customers.name as customer'])
    .orderBy('documents', 'desc')
    .orderBy('mentions', 'desc')
    .orderBy('number_key')
    .limit(limit)
    .execute();
  const cited = await someDocuments(
    db,
    rows.map(({ number_key }) => number_key),
  );
  const data = rows.map(({ number_key, written, ...row }) => ({
    ...row,
    number: written,
    cited_in: cited.get(number_key) ?? [],
  }));
  return { data, total: Number(total) };
}

async function someDocuments(db: Db, numberKeys: readonly string[]) {
  const rows = await selectInPortions(numberKeys, (portion) =>
    db
      .selectFrom(
        openDocuments(db, portion, mostMentions)
          .select(columns)
          .select((select) =>
            select.fn
              .agg<number>('row_number')
              .over((over) =>
                over
                  .partitionBy('mentions.number_key')
                  .orderBy('customers.sort_key')
                  .orderBy('documents.sort_key')
                  .orderBy('documents.id'),
              )
              .as('rank'),
          )
          .as('ranked'),
      )
      .selectAll()
      .where('rank', '<=', documentsOfEach)
      .orderBy('number_key')
      .orderBy('rank'),
  );
  const byNumber = Map.groupBy(rows, ({ number_key }) => number_key);
  return new Map([...byNumber].map(([key, citing]) => [key, citing.map(citedByOf)]));
}

type Counted = { number_key: string; documents: number; mentions: number };

/** A condition: no entry has the number of this column. */
function noEntryHas(column: string): RawBuilder<SqlBool> {
  return sql`not exists (select 1 from documents where loose_num = ${sql.ref(column)})`;
}

async function countMissing(db: Db): Promise<Counted[]> {
  const rows = await filesWithEntry(db)
    .innerJoin('mentions', 'mentions.hash', 'files.hash')
    .select('number_key')
    .select(({ fn }) => [
      fn.count<number>('document_id').distinct().as('documents'),
      fn.sum<number>('likely_times').as('mentions'),
    ])
    .where('likely_times', '>', 0)
    .where('gone_at', 'is', null)
    .where(noEntryHas('mentions.number_key'))
    .groupBy('number_key')
    .orderBy('documents', 'desc')
    .orderBy('mentions', 'desc')
    .orderBy('number_key')
    .limit(mostListed)
    .execute();
  return rows.map(({ number_key, documents, mentions }) => ({
    number_key,
    documents: Number(documents),
    mentions: Number(mentions),
  }));
}

/** The most frequent spelling of each number. */
async function spellings(db: Db, numbers: readonly Counted[]): Promise<Map<string, string>> {
  const rows = await selectInPortions(
    numbers.map(({ number_key }) => number_key),
    (portion) =>
      db
        .selectFrom('mentions')
        .select(['number_key', 'written'])
        .select(({ fn }) => fn.sum<number>('times').as('times'))
        .where('number_key', 'in', portion)
        .groupBy(['number_key', 'written'])
        .orderBy('times')
        .orderBy('written'),
  );
  return new Map(rows.map(({ number_key, written }) => [number_key, written]));
}

async function beginningsWithEntry(db: Db, written: readonly string[]): Promise<Set<string>> {
  const rows = await selectInPortions(written.flatMap(beginningsOf), (portion) =>
    db.selectFrom('documents').select('loose_num').distinct().where('loose_num', 'in', portion),
  );
  return new Set(rows.map(({ loose_num }) => loose_num));
}

/** The keys of the number's first words: of `TL 52440 12` those of `TL` and `TL 52440`. */
function beginningsOf(written: string): string[] {
  const words = written.split(' ');
  return words.slice(1).map((_, at) => looseText(words.slice(0, at + 1).join('')));
}

/** The customer of the entry next to the number in order, if it begins with the same letters. */
async function customerWithNumbersLike(db: Db, number_key: string): Promise<number | null> {
  const prefix = prefixOf(number_key);
  const entries = db.selectFrom('documents').select(['loose_num', 'customer_id']);
  const after = await entries
    .where('loose_num', '>', number_key)
    .orderBy('loose_num')
    .orderBy('id')
    .limit(1)
    .execute();
  const before = await entries
    .where('loose_num', '<', number_key)
    .orderBy('loose_num', 'desc')
    .orderBy('id')
    .limit(1)
    .execute();
  const alike = [...before, ...after].filter(({ loose_num }) => prefixOf(loose_num) === prefix);
  const [nearest] = alike.toSorted(
    (a, b) => sharedStart(b.loose_num, number_key) - sharedStart(a.loose_num, number_key),
  );
  return nearest?.customer_id ?? null;
}
