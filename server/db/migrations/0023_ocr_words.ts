import { type Kysely, sql } from 'kysely';

/**
 * Where the words are that OCR read; null on pages that were read before. And files with more pages
 * than are read were called broken: they are read again, as far as that goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table ocr_texts add column words text`).execute(db);
  const called = 'It has % pages; % are the limit.';
  await sql`update contents set extraction = 0 where state = 'broken' and fault like ${called}`.execute(
    db,
  );
}
