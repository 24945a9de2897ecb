import type { Static } from 'typebox';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { HistoryChange, undoChange } from '#contract/audit.ts';
import { mostLinesUndone } from '#contract/calls.ts';
import { changeLibrary } from '../changes/change.ts';
import { saveEntries } from '../catalogue/entries.ts';
import { endJobsCutShort } from './portions.ts';
import { entryOf, startManaging } from '../../test/harness.ts';
import { isOnPostgres } from '../../test/databases.ts';
import { cancelOnceWriting, ended, halfway } from '../../test/waiting-for-jobs.ts';

type Managing = Awaited<ReturnType<typeof startManaging>>;
type UndoResult = Static<typeof undoChange.response>;

/** Adds so many entries of two customers as one change, changes the first one's description, and gives the change's id. */
async function importMany({ library }: Managing, rows: number): Promise<string> {
  const entries = Array.from({ length: rows - 1 }, (_, at) =>
    entryOf({ customer: `Customer ${at % 2}`, doc_num: `N-${at}` }),
  );
  const changed = entryOf({ doc_desc: 'imported' });
  const { change_id } = await changeLibrary(library, { user: 'anna' }, (tx, change) =>
    saveEntries(tx, [changed, ...entries], change),
  );
  return change_id;
}

/** With the row that is changed, and two customers that are added, this has one line too many for one transaction. */
const justTooMany = mostLinesUndone - 1;
const plenty = 2 * mostLinesUndone;

async function startWithImport(rows: number) {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const before = await contentOf(library);
  return { library, before, change_id: await importMany(library, rows) };
}

async function contentOf({ db }: Managing) {
  const documents = db.selectFrom('documents').select(['id', 'doc_num', 'doc_desc', 'customer_id']);
  const customers = db.selectFrom('customers').select(['id', 'name']).orderBy('id');
  return {
    documents: await documents.orderBy('id').execute(),
    customers: await customers.execute(),
  };
}

async function start(library: Managing, change_id: string, key?: string): Promise<string> {
  const answer = await library.post('undo', { change_id }, key);
  expect(answer.statusCode).toBe(200);
  return answer.json<UndoResult>().job ?? '';
}

test('a large change is undone by a job, as one change, and so is that', async () => {
  const { library, before, change_id } = await startWithImport(justTooMany);
  const imported = await contentOf(library);
  const preview = await library.post('undo', { change_id, preview: true });
  expect(preview.json()).toEqual({
    change_id: null,
    rows: mostLinesUndone + 1,
    built_on: [],
    left: [],
    is_large: true,
    job: null,
  });
  expect(await contentOf(library)).toEqual(imported);

  const done = await ended(library, await start(library, change_id));
  expect(done).toMatchObject({
    state: 'done',
    by_user: 'librarian',
    file_name: '2,001 lines by anna',
    undoes: change_id,
    rows_done: mostLinesUndone + 1,
    rows_total: mostLinesUndone + 1,
    report: null,
    undone: { rows: mostLinesUndone + 1, stays_count: 0, stays: [] },
  });
  expect(await contentOf(library)).toEqual(before);
  const { data } = await library.read<{ data: HistoryChange[] }>('history');
  expect(data.map(({ user, lines }) => [user, lines])).toEqual([
    ['librarian', mostLinesUndone + 1],
    ['anna', mostLinesUndone + 1],
    ['jsmith', 2],
  ]);

  const again = await ended(library, await start(library, done.undone?.change_id ?? ''));
  expect(again).toMatchObject({ state: 'done', undone: { rows: mostLinesUndone + 1 } });
  expect(await contentOf(library)).toEqual(imported);
  expect(await library.read('import/jobs')).toMatchObject({
    running: null,
    last: null,
    last_undone: { id: again.id },
  });
});

test('what others changed since stays, and is listed; one row can be undone alone', async () => {
  const { library, change_id } = await startWithImport(justTooMany);
  await library.add(
    { doc_desc: 'theirs' },
    { customer: 'Customer 1', doc_num: 'N-1', doc_desc: '' },
  );
  const { state, undone } = await ended(library, await start(library, change_id));
  expect([state, undone]).toEqual([
    'done',
    {
      change_id: expect.any(String),
      rows: mostLinesUndone - 2,
      stays_count: 3,
      stays: [
        'Customer 1: N-1, language EN, revision 1 stays: jsmith changed it since.',
        'Aurora Motors: AM-1, language EN, revision 1 stays: jsmith changed it since.',
        'Customer 1 stays: it has standard numbers.',
      ],
    },
  ]);
  const { documents } = await contentOf(library);
  expect(documents.map(({ doc_desc }) => doc_desc)).toEqual(['theirs', '']);

  const line = await library.db
    .selectFrom('audit')
    .select('id')
    .where('change_id', '=', change_id)
    .where('action', '=', 'changed')
    .executeTakeFirstOrThrow();
  const one = { change_id, line_id: line.id };
  const asked = (await library.post('undo', one)).json<UndoResult>();
  expect(asked).toMatchObject({ is_large: false, built_on: [{ now: { doc_desc: 'theirs' } }] });
  const taken = await library.post('undo', { ...one, overwrite: [line.id] });
  expect(taken.json()).toMatchObject({ rows: 1, job: null });
  expect((await contentOf(library)).documents.map(({ doc_desc }) => doc_desc)).toEqual([
    entryOf({}).doc_desc,
    '',
  ]);
});

test('a request that is repeated after a lost answer finds the job that it started, also when it has ended', async () => {
  const { library, before, change_id } = await startWithImport(justTooMany);
  const id = await start(library, change_id, 'first');
  expect(await start(library, change_id, 'first')).toBe(id);
  const { undone } = await ended(library, id);
  expect(undone).toMatchObject({ change_id: expect.any(String), stays_count: 0 });
  expect(await start(library, change_id, 'first')).toBe(id);
  expect(await contentOf(library)).toEqual(before);
});

test.skipIf(isOnPostgres)('where all is as before already, nothing is recorded', async () => {
  const { library, change_id } = await startWithImport(justTooMany);
  await ended(library, await start(library, change_id));
  const { undone } = await ended(library, await start(library, change_id));
  expect(undone).toEqual({ change_id: null, rows: 0, stays_count: 0, stays: [] });
});

test.skipIf(isOnPostgres)(
  'undoing that is cancelled half-way changes nothing, and nothing else begins beside it',
  async () => {
    const { library, change_id } = await startWithImport(plenty);
    const imported = await contentOf(library);
    await cancelOnceWriting(library);
    const id = await start(library, change_id, 'first');
    const second = await library.post('undo', { change_id });
    expect([second.statusCode, second.json<{ message: string }>().message]).toEqual([
      409,
      expect.stringMatching(
        /^librarian is undoing 4,002 lines by anna \(.*\)\. Try again when it has finished\.$/,
      ),
    ]);
    const sheet = await library.app.inject({
      method: 'POST',
      url: '/vue-egd-lib/api/manage/import?format=csv&name=list.csv',
      headers: { cookie: library.cookie, 'content-type': 'application/octet-stream' },
      payload: 'customer,doc_num,doc_desc,doc_rev,language\nAurora Motors,AM-2,x,1,EN',
    });
    expect(sheet.json()).toMatchObject({
      code: 'import_running',
      message: expect.stringContaining('librarian is undoing 4,002 lines by anna'),
    });
    expect(await ended(library, id)).toMatchObject({
      state: 'cancelled',
      cancelled_by: 'librarian',
      undone: null,
    });
    expect(await contentOf(library)).toEqual(imported);
    const anew = await start(library, change_id, 'first');
    expect(anew).not.toBe(id);
    expect(await ended(library, anew)).toMatchObject({ state: 'done' });
  },
);

test('undoing whose process is killed half-way changes nothing', async () => {
  const { library, change_id } = await startWithImport(plenty);
  const imported = await contentOf(library);
  const id = await start(library, change_id);
  await halfway(library, id);
  await library.app.close(); // ends the process without a warning
  expect(await contentOf(library)).not.toEqual(imported);
  const jobs = library.db.selectFrom('jobs').select(['state', 'fault']);
  await vi.waitFor(
    async () => {
      await endJobsCutShort(library.library); // as the next start does, once the process is gone
      expect(await jobs.execute()).toEqual([
        {
          state: 'failed',
          fault: 'The job was interrupted, and no change was kept. Undo the change again.',
        },
      ]);
    },
    { timeout: 60_000 },
  );
  expect((await contentOf(library)).documents.length).toBe(imported.documents.length);
  expect(await contentOf(library)).toEqual(imported);
});
