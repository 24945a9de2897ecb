import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrateDatabase } from '../../server/db/open.ts';
import { connectPostgres } from '../../server/db/postgres.ts';
import type { Db } from '../../server/db/schema.ts';
import { connectSqlite } from '../../server/db/sqlite.ts';
import type { DatabaseSettings } from '../../server/config/config.ts';
import { openLibrary } from '../../server/library.ts';
import { newDatabase } from '../databases.ts';
import { temporaryFolder } from '../harness.ts';
import { times } from '../times.ts';

const entries = times({ short: 40_000, full: 1_000_000 });

function connect(database: DatabaseSettings): Promise<Db> {
  return database.kind === 'sqlite' ? connectSqlite(database.file) : connectPostgres(database);
}

/** A library of before standards were kept, with a line of the trail for each entry. */
async function fill(db: Db): Promise<void> {
  await sql`insert into customers (id, name, name_key, sort_key)
    values (1, 'Aurora Motors', 'aurora motors', 'aurora')`.execute(db);
  // Four revisions of each number, added in an order that tells nothing; of one in a thousand the
  // last is a date among letters.
  await sql`insert into documents (id, customer_id, doc_num, doc_desc, doc_rev, language, file_key,
      short_file_key, sort_key, created_by_user, modified_by_user, created_at, modified_at)
    with recursive entry (id) as (
      select 1 union all select id + 1 from entry where id < ${sql.lit(entries)}
    ), revision (id, number, doc_rev) as (
      select id, (id - 1) / 4, case (id - 1) % 4 when 0 then 'B' when 1 then '-' when 2 then 'AA'
        else case when ((id - 1) / 4) % 1000 = 0 then '2009-04' else 'A' end end
      from entry
    )
    select id, 1, 'AM-' || number, 'Zinc', doc_rev, 'EN', 'am-' || number || '_' || doc_rev,
      'am-' || number || '-' || doc_rev, 'am' || number, 'a', 'a', '2026-01-01', '2026-01-01'
    from revision`.execute(db);
  await sql`insert into audit (id, at, "user", change_id, action, subject, subject_id)
    select id, '2026-01-01', 'a', 'first', 'added', 'document', id from documents`.execute(db);
  await sql`update versions set value = ${sql.lit(entries)} where name = 'audit'`.execute(db);
}

test('a library of many entries gets its standards at the first start', async () => {
  const folder = await temporaryFolder(onTestFinished);
  const database = await newDatabase(onTestFinished, folder, { migrated: false });
  await migrateDatabase(database, '0014_search');
  const before = await connect(database);
  await fill(before);
  await before.destroy();
  const startedMs = performance.now();
  await migrateDatabase(database);
  const migratedMs = performance.now();
  const { db } = await openLibrary({ database });
  onTestFinished(() => db.destroy());
  const seconds = (ms: number) => Math.round(ms / 100) / 10;
  console.log(
    `migrated in ${seconds(migratedMs - startedMs)} s, standards found in ${seconds(performance.now() - migratedMs)} s`,
  );
  const counts = await db
    .selectFrom('revisions')
    .innerJoin('documents', 'documents.id', 'document_id')
    .select((select) => ['doc_rev', 'place', 'status', select.fn.countAll<number>().as('count')])
    .groupBy(['doc_rev', 'place', 'status'])
    .execute();
  const texts = counts.map((row) =>
    [row.doc_rev, row.place, row.status, Number(row.count)].join(' '),
  );
  const unsure = entries / 4000;
  const sure = entries / 4 - unsure;
  expect(texts.toSorted()).toEqual(
    [
      `AA 0 latest ${sure}`,
      `B 1 superseded ${sure}`,
      `A 2 superseded ${sure}`,
      `- 3 superseded ${sure}`,
      `2009-04 0 unsure ${unsure}`,
      `AA 1 unsure ${unsure}`,
      `- 2 unsure ${unsure}`,
      `B 3 unsure ${unsure}`,
    ].toSorted(),
  );
  const { standards } = await db
    .selectFrom('standards')
    .select((select) => select.fn.countAll<number>().as('standards'))
    .executeTakeFirstOrThrow();
  expect(Number(standards)).toBe(entries / 4);
  const { lines } = await db
    .selectFrom('audit')
    .select((select) => select.fn.countAll<number>().as('lines'))
    .executeTakeFirstOrThrow();
  expect(Number(lines)).toBe(entries);
}, 1_200_000);
