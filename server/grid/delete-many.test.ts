import { expect, onTestFinished, test, vi } from 'vitest';
import type { ManagedCustomer } from '#contract/editing.ts';
import { followCatalogue } from '../cases/open-cases.ts';
import { deleteMany } from './delete-many.ts';
import { lastAuditId } from '../changes/trail.ts';
import { endJobsCutShort } from '../undo/portions.ts';
import { startManaging } from '../../test/harness.ts';
import { isOnPostgres } from '../../test/databases.ts';
import { cancelOnceWriting, ended, halfway } from '../../test/waiting-for-jobs.ts';

type Managing = Awaited<ReturnType<typeof startManaging>>;

/** A library with a customer of many entries, and another one. */
async function startWithMany(rows: number) {
  const library = await startManaging(onTestFinished, {
    entries: [
      ...Array.from({ length: rows }, (_, at) => ({ doc_num: `AM-${at}` })),
      { customer: 'Borealis', doc_num: 'AM-1' },
      { customer: 'Borealis', doc_num: 'B-1' },
    ],
  });
  return { library, before: await contentOf(library) };
}

async function contentOf({ db }: Managing) {
  const documents = db.selectFrom('documents').select(['id', 'doc_num', 'customer_id', 'version']);
  const customers = db.selectFrom('customers').select(['id', 'name']).orderBy('id');
  return {
    documents: await documents.orderBy('id').execute(),
    customers: await customers.execute(),
  };
}

async function customerOf(library: Managing, name: string): Promise<ManagedCustomer> {
  const { data } = await library.read<{ data: ManagedCustomer[] }>('customers');
  const found = data.find(({ customer }) => customer === name);
  if (found === undefined) throw new Error(`${name} is not there.`);
  return found;
}

async function start(library: Managing, path: string, body: object): Promise<string> {
  const answer = await library.post(path, body);
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { job: expect.any(String) }]);
  return answer.json<{ job: string }>().job;
}

test('a customer with many standard numbers is deleted by a job, and that is undone', async () => {
  const { library, before } = await startWithMany(2100);
  const { id, version } = await customerOf(library, 'Aurora Motors');
  const choice = { id, version, documents: { action: 'delete' } };
  const done = await ended(library, await start(library, 'customers/delete', choice));
  expect(done).toMatchObject({
    state: 'done',
    by_user: 'librarian',
    file_name: 'Aurora Motors, 2,101 rows',
    rows_done: 2101,
    rows_total: 2101,
    report: null,
    undone: null,
    deletion: { change_id: expect.any(String), deleted: 2101 },
  });
  const after = await contentOf(library);
  expect(after.documents.map(({ doc_num }) => doc_num)).toEqual(['AM-1', 'B-1']);
  expect(after.customers.map(({ name }) => name)).toEqual(['Borealis']);
  expect(await library.read('import/jobs')).toMatchObject({ running: null, last: null });

  const change_id = done.deletion?.change_id ?? '';
  const undone = await ended(library, await start(library, 'undo', { change_id }));
  expect(undone).toMatchObject({ state: 'done', undone: { rows: 2101, stays_count: 0 } });
  expect(await contentOf(library)).toEqual({
    ...before,
    documents: before.documents.map(withAnyVersion),
  });
});

const withAnyVersion = <Row extends object>(row: Row) => ({ ...row, version: expect.any(Number) });

test('the standard numbers of a large customer are moved by a job, those that are there already deleted', async () => {
  const { library } = await startWithMany(1100);
  const { id, version } = await customerOf(library, 'Aurora Motors');
  const receiver = await customerOf(library, 'Borealis');
  const choice = { id, version, documents: { action: 'move', to_id: receiver.id } };
  const done = await ended(library, await start(library, 'customers/delete', choice));
  expect(done.state).toBe('done');
  const { documents, customers } = await contentOf(library);
  expect(customers).toEqual([{ id: receiver.id, name: 'Borealis' }]);
  expect(documents.length).toBe(1101); // its own two, and all others but AM-1
  expect(new Set(documents.map(({ customer_id }) => customer_id))).toEqual(new Set([receiver.id]));
});

test('many rows are deleted as they were seen, all or none', async () => {
  const { library, before } = await startWithMany(1200);
  const rows = before.documents.filter(({ doc_num }) => doc_num !== 'B-1');
  const ids = rows.map(({ id }) => id);
  const versions = rows.map(({ version }) => version);
  await library.add({ doc_num: 'AM-1199', doc_desc: 'theirs' });
  const changed = await contentOf(library);
  const failed = await ended(
    library,
    await start(library, 'documents/delete-many', { ids, versions }),
  );
  expect([failed.state, failed.fault]).toEqual([
    'failed',
    'Someone else changed AM-1199, language EN, revision 1. Check it before you delete it.',
  ]);
  expect((await contentOf(library)).documents.map(({ id }) => id)).toEqual(
    changed.documents.map(({ id }) => id),
  );
  const now = (await contentOf(library)).documents.filter(({ doc_num }) => doc_num !== 'B-1');
  const seen = { ids: now.map(({ id }) => id), versions: now.map(({ version }) => version) };
  const done = await ended(library, await start(library, 'documents/delete-many', seen));
  expect(done.deletion?.deleted).toBe(1201);
  expect((await contentOf(library)).documents.map(({ doc_num }) => doc_num)).toEqual(['B-1']);
  const odd = await library.post('documents/delete-many', { ids: [1, 2], versions: [1] });
  expect([odd.statusCode, odd.json()]).toMatchObject([
    400,
    { message: 'Each id needs a version.' },
  ]);
});

test('what a deletion would touch is counted: its rows, and the pending cases that it withdraws', async () => {
  const { library } = await startWithMany(150);
  const { id } = await customerOf(library, 'Aurora Motors');
  await followCatalogue(library.library);
  await library.add({ doc_num: 'AM-1', doc_rev: '2' }, { doc_num: 'AM-2', doc_rev: '2' });
  await library.add({ customer: 'Borealis', doc_num: 'B-1', doc_rev: '2' });
  await followCatalogue(library.library);
  const count = async (body: object) =>
    (await library.post('documents/delete-many/count', body)).json<{
      rows: number;
      cases: number;
    }>();
  const narrowing = { customer_id: String(id) };
  expect(await count({ narrowing })).toEqual({ rows: 152, cases: 2 });
  const rows = library.db.selectFrom('documents').select(['id', 'version']);
  const [seen] = await rows.where('doc_num', '=', 'AM-2').where('doc_rev', '=', '2').execute();
  expect(await count({ ids: [seen?.id] })).toEqual({ rows: 1, cases: 1 });
  await library.post('documents/delete', { rows: [seen] });
  await followCatalogue(library.library);
  expect(await count({ narrowing })).toEqual({ rows: 151, cases: 1 });
});

test('all that match a narrowing are deleted, as long as their number is what the librarian saw', async () => {
  const { library } = await startWithMany(1100);
  const { id } = await customerOf(library, 'Aurora Motors');
  const narrowing = { customer_id: String(id), text: 'am-' };
  const { found } = await library.read<{ found: number }>(
    `documents/narrowed?customer_id=${id}&text=am-`,
  );
  expect(found).toBe(1100);
  await library.add({ doc_num: 'AM-1100' });
  const refused = await library.post('documents/delete-many', { narrowing, found });
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      code: 'changed_meanwhile',
      message: '1,101 match now, not 1,100. Check them before you delete them.',
    },
  ]);
  const everything = await library.post('documents/delete-many', { narrowing: {}, found: 1103 });
  expect(everything.statusCode).toBe(400);

  const done = await ended(
    library,
    await start(library, 'documents/delete-many', { narrowing, found: 1101 }),
  );
  expect(done.deletion?.deleted).toBe(1101);
  expect((await contentOf(library)).documents.map(({ doc_num }) => doc_num)).toEqual([
    'AM-1',
    'B-1',
  ]);
});

test('what was changed after it was found is not deleted', async () => {
  const { library, before } = await startWithMany(1200);
  const audit = await lastAuditId(library.db);
  const ids = Int32Array.from(before.documents, ({ id }) => id);
  await library.add({ doc_num: 'AM-7', doc_desc: 'theirs' });
  const deleting = deleteMany(library.library, { of: 'matching', ids, audit }, { user: 'me' });
  await expect(deleting).rejects.toThrow(
    'Someone else changed one of these rows. Check them before you delete them.',
  );
  expect((await contentOf(library)).documents).toHaveLength(before.documents.length);
});

test.skipIf(isOnPostgres)(
  'a deletion that is cancelled half-way deletes nothing, and nothing else begins beside it',
  async () => {
    const { library, before } = await startWithMany(2500);
    const { id, version } = await customerOf(library, 'Aurora Motors');
    const choice = { id, version, documents: { action: 'delete' } };
    await cancelOnceWriting(library);
    const job = await start(library, 'customers/delete', choice);
    const second = await library.post('customers/delete', choice);
    expect([second.statusCode, second.json<{ message: string }>().message]).toEqual([
      409,
      expect.stringMatching(
        /^librarian is deleting Aurora Motors, 2,501 rows \(.*\)\. Try again when it has finished\.$/,
      ),
    ]);
    expect(await ended(library, job)).toMatchObject({
      state: 'cancelled',
      deletion: { change_id: null, deleted: 0 },
    });
    expect(await contentOf(library)).toEqual({
      ...before,
      documents: before.documents.map(withAnyVersion),
    });
  },
);

test('a deletion whose process is killed half-way deletes nothing', async () => {
  const { library, before } = await startWithMany(5000);
  const { id, version } = await customerOf(library, 'Aurora Motors');
  const job = await start(library, 'customers/delete', {
    id,
    version,
    documents: { action: 'delete' },
  });
  await halfway(library, job);
  await library.app.close(); // ends the process without a warning
  const jobs = library.db.selectFrom('jobs').select(['state', 'fault']);
  await vi.waitFor(
    async () => {
      await endJobsCutShort(library.library); // as the next start does, once the process is gone
      expect(await jobs.execute()).toEqual([
        {
          state: 'failed',
          fault: 'The job was interrupted, and no change was kept. Delete the rows again.',
        },
      ]);
    },
    { timeout: 60_000 },
  );
  expect(await contentOf(library)).toEqual({
    ...before,
    documents: before.documents.map(withAnyVersion),
  });
});
