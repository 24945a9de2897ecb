import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { findPgBouncer, startPgBouncer } from '../../test/postgres/pgbouncer.ts';
import { newDatabaseEnv } from '../../test/databases.ts';
import { entryOf, password, startManaging } from '../../test/harness.ts';
import { smallPdf } from '../../test/small-pdf.ts';
import { readConfig } from '../config/config.ts';
import { openLibrary } from '../library.ts';

const isSkipped = findPgBouncer() === null && process.env['NOTHING_SKIPPED'] === undefined;

/** A library behind PgBouncer, which gives each transaction any free connection. */
async function startBehindPgBouncer() {
  const { DATABASE_URL = '' } = await newDatabaseEnv(onTestFinished);
  const url = await startPgBouncer(onTestFinished, DATABASE_URL);
  return startManaging(onTestFinished, { env: { DATABASE_URL: url } });
}

test.skipIf(isSkipped)('the main journeys work through PgBouncer in transaction mode', async () => {
  const library = await startBehindPgBouncer();
  const { app, cookie, post, read, add, db } = library;
  const get = (url: string) => app.inject({ url, headers: { cookie } });

  // A librarian adds customers and documents, uploads a PDF, deletes, and undoes that.
  await post('customers/save', { rows: [{ id: null, version: null, customer: 'Aurora Motors' }] });
  const rows = Array.from({ length: 40 }, (_, at) => ({
    ...entryOf({ doc_num: `AM-${at}` }),
    id: null,
    version: null,
  }));
  const saved = await post('documents/save', { rows });
  expect(saved.json<{ results: unknown[] }>().results).toHaveLength(40);
  const { data } = await read<{ data: { id: number; version: number; doc_num: string }[] }>(
    'documents',
  );
  const [first, second] = data;
  const uploaded = await app.inject({
    method: 'PUT',
    url: `/vue-egd-lib/api/manage/documents/${first?.id}/file`,
    headers: { cookie, 'content-type': 'application/pdf' },
    payload: await smallPdf({ pages: 1 }),
  });
  expect(uploaded.statusCode).toBe(200);
  const deleted = await post('documents/delete', {
    rows: [{ id: second?.id, version: second?.version }],
  });
  const { change_id } = deleted.json<{ change_id: string }>();
  expect((await post('undo', { change_id })).statusCode).toBe(200);

  // Scans find and read it, readers get it whole and in parts.
  await library.scan();
  const file = await get(`/document/egd-lib/${first?.doc_num}_EN_1.pdf`);
  expect([file.statusCode, file.body.slice(0, 5)]).toEqual([200, '%PDF-']);

  // Many at once, on fewer connections than there are requests.
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      if (at % 6 > 0) return get('/vue-egd-lib/api/documents?customer=Aurora%20Motors');
      if (at % 12 > 0) return get('/readyz');
      return post('customers/save', {
        rows: [{ id: null, version: null, customer: `Customer ${at}` }],
      });
    }),
  );
  expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
  expect(await db.selectFrom('customers').select('id').execute()).toHaveLength(6);

  // Connections that others get have no settings of ours.
  const { rows: set } = await sql<{ statement: string; lock: string }>`select
    current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock`.execute(db);
  expect(set).toEqual([{ statement: '0', lock: '0' }]);

  // A user who loses the role is refused at the next request.
  await db.deleteFrom('user_roles').execute();
  expect((await get('/vue-egd-lib/api/customers')).statusCode).toBe(403);
  await library.addUser('reader', 'EGD_LIB');
  const signedIn = await app.inject({
    method: 'POST',
    url: '/auth',
    payload: { username: 'reader', password },
  });
  expect(signedIn.statusCode).toBe(200);
  await add({ doc_num: 'AM-99' });
});

test.skipIf(isSkipped)(
  'nodes that start at once through PgBouncer migrate one after the other',
  async () => {
    const { DATABASE_URL = '' } = await newDatabaseEnv(onTestFinished, { migrated: false });
    const url = await startPgBouncer(onTestFinished, DATABASE_URL);
    const { database } = readConfig({ DATABASE_URL: url });
    const nodes = await Promise.all([1, 2, 3].map(() => openLibrary({ database })));
    for (const { db } of nodes) {
      onTestFinished(() => db.destroy());
      expect(await db.selectFrom('customers').selectAll().execute()).toEqual([]);
    }
  },
);
