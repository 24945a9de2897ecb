import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { retryHeader } from '#contract/calls.ts';
import { allRows } from '../test/all-rows.ts';
import { password, startLibrary } from '../test/harness.ts';
import { noteOn } from '../test/noting.ts';
import { textPdf } from '../test/pdfs.ts';
import { followCatalogue } from './cases/open-cases.ts';
import { encodePng } from './pdf/draw/png.ts';

const api = '/vue-egd-lib/api';

/** They only read, or set what is so already. */
const named = new Set([
  'POST /auth',
  'POST /auth/oidc/logout',
  `POST ${api}/manage/documents/find`,
  `POST ${api}/manage/documents/delete-many/count`,
  `POST ${api}/redline`, // the same comparison again
  `POST ${api}/redline/text`,
  `POST ${api}/manage/files/names`,
  `POST ${api}/manage/standards/place`,
  `POST ${api}/manage/import/cancel`,
  `POST ${api}/manage/scan`,
  `POST ${api}/cases/:id/renew`,
  `POST ${api}/cases/:id/sign`,
  `POST ${api}/cases/:id/implement`,
  `POST ${api}/cases/:id/close`,
  `POST ${api}/cases/:id/reopen`,
  `POST ${api}/notes/:id/carried`,
  // Refused with the note as it is: the page knows what it sent (web/viewer/notes/note-store.test.ts).
  `PUT ${api}/notes/:id`,
  `DELETE ${api}/notes/:id`,
]);

test('a call whose answer was lost and that is sent again neither changes anything nor is refused', async () => {
  const pdf = await textPdf('Zinc plating of steel parts');
  const library = await startLibrary(onTestFinished, {
    entries: [{}, { doc_num: 'AM-2' }, { doc_num: 'AM-3' }, { doc_num: 'AM-4' }],
    files: { 'AM-1_EN_1.pdf': pdf, 'AM-3_EN_1.pdf': pdf, 'AM-9_EN_1.pdf': pdf, 'AM-2.pdf': pdf },
  });
  const { app, db } = library;
  await library.scan();
  await followCatalogue(library.library);
  await library.addUser('all', 'EGD_LIB', 'EGD_LIB_EDIT', 'EGD_LIB_REVIEW');
  const cookie = await library.signIn('all');
  const tried = new Set<string>();

  const get = async <T>(path: string) =>
    (await app.inject({ url: `${api}/${path}`, headers: { cookie } })).json<T>();

  /** Without what each request or the time writes: the states of workers are kept every 30 s. */
  async function rowsOfCalls() {
    const all = await allRows(db);
    const { access_audit: _a, login_attempts: _l, sessions: _s, workers: _w, ...rows } = all;
    return rows;
  }

  /** Sends it, and once more as after a lost answer; gives the first answer. */
  async function twice<T>(route: string, path: string, payload?: object | Buffer | string) {
    const method = route.split(' ')[0] as 'POST' | 'PUT' | 'DELETE';
    tried.add(route);
    const type = payload instanceof Buffer ? 'application/pdf' : 'application/octet-stream';
    const headers = {
      cookie,
      'x-egd-library': '1',
      [retryHeader]: randomUUID(),
      ...(payload instanceof Buffer || typeof payload === 'string' ? { 'content-type': type } : {}),
    };
    const call = { method, url: `${api}/${path}`, headers, ...(payload ? { payload } : {}) };
    const first = await app.inject(call);
    expect([route, first.statusCode, first.body]).toEqual([route, 200, first.body]);
    const before = await rowsOfCalls();
    const second = await app.inject(call);
    const isDone = second.statusCode === 200 || second.json().code === 'done_before';
    expect([route, isDone, second.body]).toEqual([route, true, second.body]);
    expect([route, await rowsOfCalls()]).toEqual([route, before]);
    return { first: first.json<T>(), second: second.json<T>() };
  }
  type Saved = { change_id: string; results: { outcome: string; current: { id: number } }[] };
  type Row = { id: number; version: number; doc_num: string; status: { file: { id: number } } };
  const documents = async () => (await get<{ data: Row[] }>('manage/documents')).data;
  const document = async (num: string) =>
    (await documents()).find(({ doc_num }) => doc_num === num)!;

  const manage = `${api}/manage`;
  const added = await twice<Saved>(`POST ${manage}/customers/save`, 'manage/customers/save', {
    rows: [{ id: null, version: null, customer: 'Boreal Air' }],
  });
  expect(added.second).toEqual(added.first);
  const fields = { customer: 'Boreal Air', doc_desc: 'Peening', language: 'EN', doc_rev: '1' };
  const { id: changed, version: seenAs } = await document('AM-2');
  const rows = [
    { ...fields, doc_num: 'BA-1', id: null, version: null },
    { ...fields, customer: 'Aurora Motors', doc_num: 'AM-2', id: changed, version: seenAs },
  ];
  const saved = await twice<Saved>(`POST ${manage}/documents/save`, 'manage/documents/save', {
    rows,
  });
  expect(saved.second).toEqual(saved.first);
  expect(saved.first.results.map(({ outcome }) => outcome)).toEqual(['saved', 'saved']);
  const made = saved.first.results[0]?.current.id;
  await twice(
    `PUT ${manage}/documents/:id/file`,
    `manage/documents/${made}/file`,
    Buffer.from(pdf),
  );
  await twice(
    `PUT ${manage}/documents/:id/file`,
    `manage/documents/${made}/file?replace=yes`,
    Buffer.from(pdf),
  );
  await twice(`POST ${manage}/undo`, 'manage/undo', {
    change_id: saved.first.change_id,
    overwrite: [],
  });
  const files = (await get<{ data: { id: number; name: string }[] }>('manage/files')).data;
  const fileOf = (name: string) => files.find((file) => file.name === name)?.id;
  await twice(`POST ${manage}/files/set-aside`, 'manage/files/set-aside', {
    file_ids: [fileOf('AM-9_EN_1.pdf')],
  });
  await twice(`POST ${manage}/files/rename`, 'manage/files/rename', {
    rows: [{ file_id: fileOf('AM-2.pdf'), document_id: (await document('AM-2')).id }],
  });
  const first = await document('AM-1');
  const notice = { kind: 'withdrawn', on: null, remark: '', replaced_by: null };
  const said = await twice<{ change_id: string }>(
    `POST ${manage}/standards/notice`,
    'manage/standards/notice',
    { document_id: (await document('AM-4')).id, notice },
  );
  expect(said.second.change_id).toBe(said.first.change_id);
  await library.add({ doc_rev: '2' });
  await followCatalogue(library.library);
  await twice(`POST ${manage}/standards/order`, 'manage/standards/order', {
    document_id: first.id,
    newest_first: ['2', '1'],
  });

  const days = {
    issued_on: null,
    valid_from: null,
    usable_until: '2027-12-31',
    confirmed_on: null,
  };
  await twice(`POST ${manage}/standards/revision`, 'manage/standards/revision', {
    document_id: first.id,
    ...days,
    withdrawn_on: null,
    reason: 'For running projects',
    stated_kind: null,
    stated_amends: null,
  });

  const sheet = 'customer,doc_num,doc_desc,doc_rev,language\nAurora Motors,AM-7,x,1,EN';
  type Imported = { job: { id: string; state: string } };
  const imported = await twice<Imported>(
    `POST ${manage}/import`,
    'manage/import?format=csv&name=list.csv',
    sheet,
  );
  expect(imported.second.job).toMatchObject({ id: imported.first.job.id, state: 'done' });
  const gone = await document('AM-7');
  type Deleted = { change_id: string; deleted: number };
  const deleted = await twice<Deleted>(
    `POST ${manage}/documents/delete`,
    'manage/documents/delete',
    {
      rows: [{ id: gone.id, version: gone.version }],
    },
  );
  expect([deleted.first.deleted, deleted.second]).toEqual([1, deleted.first]);
  const customers = (
    await get<{ data: { id: number; version: number; customer: string }[] }>('manage/customers')
  ).data;
  const boreal = customers.find(({ customer }) => customer === 'Boreal Air');
  const { id: ofMany, version: seenOfMany } = await document('AM-2');
  const many = { ids: [ofMany], versions: [seenOfMany] };
  tried.add(`POST ${manage}/documents/delete-many`);
  const headers = { cookie, 'x-egd-library': '1', [retryHeader]: 'one of many' };
  const start = () =>
    app.inject({ method: 'POST', url: `${manage}/documents/delete-many`, headers, payload: many });
  const { job } = (await start()).json<{ job: string }>();
  expect((await start()).json()).toEqual({ job });
  const isDone = async () => {
    const { job: now } = await get<{ job: { state: string } }>(`manage/import/job?id=${job}`);
    expect(now.state).toBe('done');
  };
  await vi.waitFor(isDone, { timeout: 60_000 });
  expect((await start()).json()).toEqual({ job });

  const removed = await twice<Deleted>(
    `POST ${manage}/customers/delete`,
    'manage/customers/delete',
    {
      id: boreal?.id,
      version: boreal?.version,
      documents: { action: 'delete' },
    },
  );
  expect(removed.second).toEqual(removed.first);

  const rule = (
    await get<{ data: { customer_id: number; version: number }[] }>('manage/case-rules')
  ).data[0];
  await twice(`POST ${manage}/case-rules`, 'manage/case-rules', {
    customer_id: rule?.customer_id,
    version: rule?.version,
    opens: 'new_revisions',
    opens_on_import: false,
    days: 20,
    calendar_id: null,
    owner: null,
    owners: [],
    with_pending: true,
  });
  const calendar = { name: 'Kiel', zone: 'Europe/Berlin', weekend: [6, 7], days: [] };
  await twice(`POST ${manage}/calendars`, 'manage/calendars', calendar);

  await twice(`POST ${api}/cases`, 'cases', { name: 'AM-3_EN_1.pdf' });
  const opened = (await get<{ data: { id: number; doc_num: string }[] }>('cases')).data;
  const id = opened.find(({ doc_num }) => doc_num === 'AM-3')?.id;
  const version = async () => (await get<{ version: number }>(`cases/${id}`)).version;
  const lines = async () =>
    (await get<{ lines: { id: number; version: number }[] }>(`cases/${id}`)).lines.map((line) => ({
      id: line.id,
      version: line.version,
    }));
  const at = `${api}/cases/:id`;
  await twice(`POST ${at}/start`, `cases/${id}/start`, { version: await version() });
  await twice(`PUT ${at}`, `cases/${id}`, { version: await version(), owner: 'all' });
  const later = { due_on: '2027-02-01', reason: 'Parts are late' };
  await twice(`POST ${at}/extend`, `cases/${id}/extend`, { version: await version(), ...later });
  await twice(`POST ${at}/lines`, `cases/${id}/lines`, { text: 'Salt spray test' });
  await twice(`POST ${at}/decide`, `cases/${id}/decide`, {
    lines: await lines(),
    decision: 'no_impact',
  });
  await twice(`POST ${at}/remarks`, `cases/${id}/remarks`, { text: 'A correction' });
  const action = {
    kind: 'fmea',
    reference: 'F-7',
    owner: null,
    due_on: null,
    done_on: null,
    evidence: '',
  };
  const { first: act } = await twice<{ id: number }>(
    `POST ${at}/actions`,
    `cases/${id}/actions`,
    action,
  );
  await twice(`PUT ${at}/actions/:action`, `cases/${id}/actions/${act.id}`, {
    ...action,
    version: 1,
    done_on: '2026-11-01',
  });
  await twice(`POST ${at}/withdraw`, `cases/${id}/withdraw`, {
    version: await version(),
    reason: 'By mistake',
  });
  const correction = { field: 'notified_on', day: '2026-01-05', reason: 'Typed wrongly' };
  const corrected = { version: await version(), ...correction };
  await twice(`POST ${at}/correct`, `cases/${id}/correct`, corrected);
  const other = opened.find(({ doc_num }) => doc_num === 'AM-1')?.id;
  const { version: seen } = await get<{ version: number }>(`cases/${other}`);
  await twice(`POST ${at}/waive`, `cases/${other}/waive`, { version: seen, reason: 'Known' });

  const { content } = await get<{ content: string }>('notes?name=AM-1_EN_1.pdf');
  const note = noteOn(content, { words: [0, 1] });
  const own = `${api}/notes/:id`;
  await twice(`POST ${api}/notes`, 'notes', note);
  const png = Buffer.from(encodePng(1, 1, new Uint8Array(4))).toString('base64');
  await twice(`POST ${api}/notes/pictures`, 'notes/pictures', { id: randomUUID(), png });
  const comment = randomUUID();
  await twice(`POST ${own}/comments`, `notes/${note.id}/comments`, { id: comment, text: 'Yes' });
  await twice(`DELETE ${own}/comments/:comment`, `notes/${note.id}/comments/${comment}`);
  await twice(`POST ${own}/hide`, `notes/${note.id}/hide`, { reason: 'Wrong page' });
  const look = { colour: '#000000', strokes: [[[1, 2, 0.5]]] };
  await twice(`PUT ${api}/notes/signature`, 'notes/signature', { signature: look });
  await twice(`DELETE ${api}/notes/signature`, 'notes/signature');
  await twice(`POST ${api}/quick-open/clear`, 'quick-open/clear');
  await twice(`POST ${api}/account/sessions/end`, 'account/sessions/end', {});
  await twice(`POST ${api}/account/password`, 'account/password', {
    current_password: password,
    new_password: 'another horse battery',
  });
  await twice(`POST ${api}/notes/forget`, 'notes/forget');

  const writes = app.routeTable.flatMap(({ method, url }) =>
    [method].flat().map((one) => `${String(one)} ${url}`),
  );
  const untried = writes.filter((one) => /^(POST|PUT|DELETE|PATCH) /.test(one) && !tried.has(one));
  expect(untried.filter((one) => !named.has(one))).toEqual([]);
});
