import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { allRows } from '../../../test/all-rows.ts';
import { isOnPostgres, newDatabase, sqliteAt } from '../../../test/databases.ts';
import { startLibrary, temporaryFolder } from '../../../test/harness.ts';
import { fillNotes } from '../../../test/noting.ts';
import { linkedPdf } from '../../../test/pdfs.ts';
import { changeLibrary } from '../../changes/change.ts';
import { saveEntries } from '../../catalogue/entries.ts';
import type { DatabaseSettings } from '../../config/config.ts';
import { openLibrary } from '../../library.ts';
import { openDatabase } from '../../db/open.ts';
import { moveLibrary } from './move.ts';

const entry = {
  customer: 'Aurora Motors',
  doc_num: 'AM-1',
  doc_desc: 'Zinc plating – Überzug 亜鉛',
  doc_rev: '1',
  language: 'EN',
};

/** From the database of the tests to one of the other kind, and to one of the same kind. */
const targets: [string, (folder: string) => Promise<DatabaseSettings>][] = [
  ['a file', async (folder) => sqliteAt(path.join(folder, 'moved.sqlite'))],
  ...(isOnPostgres ? [['PostgreSQL', emptyDatabase] satisfies (typeof targets)[number]] : []),
];

async function emptyDatabase(folder: string): Promise<DatabaseSettings> {
  return newDatabase(onTestFinished, folder, { migrated: false });
}

async function startFilled() {
  const library = await startLibrary(onTestFinished, {
    entries: [
      entry,
      { ...entry, doc_num: 'AM-2' },
      { ...entry, customer: 'Borealis', doc_rev: 'B' },
    ],
    files: { 'AM-1_EN_1.pdf': await linkedPdf() },
  });
  await library.addUser('reader', 'EGD_LIB');
  return { ...library, cookie: await library.signIn('reader') };
}

test.each(targets)('a library moved to %s is the same and goes on', async (_, target) => {
  const library = await startFilled();
  await library.scan(); // texts and pictures
  await fillNotes(library, 'reader', library.cookie);
  await library.db.deleteFrom('documents').where('doc_rev', '=', 'B').execute();
  const to = await target(await temporaryFolder(onTestFinished));
  const counts = await moveLibrary({ from: library.config.database, to });
  expect(counts.get('documents')).toBe(2);
  const noted = ['notes', 'note_comments', 'note_pictures', 'note_signatures'] as const;
  expect(noted.map((table) => counts.get(table))).toEqual([1, 1, 1, 1]);

  const moved = await openLibrary({ database: to });
  onTestFinished(() => moved.db.destroy());
  expect(await allRows(moved.db)).toEqual(await allRows(library.db));

  // Ids are never reused, and changes are counted as before.
  const before = await allRows(moved.db);
  await changeLibrary(moved, { user: 'jsmith' }, (tx, change) =>
    saveEntries(tx, [{ ...entry, doc_num: 'AM-3' }], change),
  );
  const { id } = await moved.db
    .selectFrom('documents')
    .select('id')
    .where('doc_num', '=', 'AM-3')
    .executeTakeFirstOrThrow();
  expect(id).toBe(4);
  expect((await allRows(moved.db))['versions']).not.toEqual(before['versions']);
  await expect(moved.db.deleteFrom('audit').execute()).rejects.toThrow('never changed');
});

test.each(targets)('an interrupted move to %s resumes, also after a change', async (_, target) => {
  const library = await startFilled();
  const to = await target(await temporaryFolder(onTestFinished));
  const from = library.config.database;
  let steps = 0;
  const cutShort = moveLibrary({
    from,
    to,
    onProgress() {
      if (++steps === 5) throw new Error('the power is gone');
    },
  });
  await expect(cutShort).rejects.toThrow('the power is gone');
  await expect(openDatabase({ database: to })).rejects.toThrow('is unfinished');

  await library.add({ ...entry, doc_num: 'AM-0' });
  await moveLibrary({ from, to });
  const moved = await openDatabase({ database: to });
  onTestFinished(() => moved.destroy());
  expect(await allRows(moved)).toEqual(await allRows(library.db));
});

test('during a move everyone can read, and changes wait', async () => {
  const library = await startFilled();
  const to = sqliteAt(path.join(await temporaryFolder(onTestFinished), 'moved.sqlite'));
  const said: string[] = [];
  let saving: Promise<void> = Promise.resolve();
  await moveLibrary({
    from: library.config.database,
    to,
    async whileHeld() {
      saving = library.add({ ...entry, doc_num: 'AM-9' }).then(() => void said.push('saved'));
      const rows = await library.db.selectFrom('documents').select('id').execute();
      said.push(`${rows.length} read`);
    },
  });
  await saving;
  expect(said).toEqual(['3 read', 'saved']);
});

test('a move to a database that is not empty is refused', async () => {
  const library = await startFilled();
  const to = (await startFilled()).config.database;
  const before = await allRows(library.db);
  await expect(moveLibrary({ from: library.config.database, to })).rejects.toThrow(
    'The target database is not empty. Nothing was moved. Name an empty one.',
  );
  expect(await allRows(library.db)).toEqual(before);
});

test('a table that this version does not know stops the move', async () => {
  const library = await startFilled();
  await sql`create table remarks (id integer primary key)`.execute(library.db);
  const to = sqliteAt(path.join(await temporaryFolder(onTestFinished), 'moved.sqlite'));
  await expect(moveLibrary({ from: library.config.database, to })).rejects.toThrow(
    'This version does not know the table "remarks". Nothing was moved.',
  );
});
