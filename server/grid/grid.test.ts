import { gunzipSync } from 'node:zlib';
import type { Static } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import type {
  listChanges,
  ManagedCustomer,
  ManagedDocument,
  saveDocuments,
} from '#contract/editing.ts';
import type { ImportJob } from '#contract/jobs.ts';
import { entryOf, startManaging } from '../../test/harness.ts';
import { isOnPostgres } from '../../test/databases.ts';

type Managing = Awaited<ReturnType<typeof startManaging>>;
type Saved = Static<typeof saveDocuments.response>;
type Changes = Static<typeof listChanges.response>;

async function documentsOf(library: Managing) {
  return (await library.read<{ data: ManagedDocument[] }>('documents')).data;
}

async function customersOf(library: Managing) {
  return (await library.read<{ data: ManagedCustomer[] }>('customers')).data;
}

async function historyOf(library: Managing, query = '') {
  return (await library.read<{ data: AuditEntry[] }>(`audit${query}`)).data;
}

async function save(library: Managing, ...rows: object[]) {
  const answer = await library.post('documents/save', { rows });
  expect(answer.statusCode).toBe(200);
  return answer.json<Saved>().results;
}

const fresh = { id: null, version: null };

test('a librarian adds a customer and a standard number, and the trail says so', async () => {
  const library = await startManaging(onTestFinished);
  const added = await library.post('customers/save', {
    rows: [{ ...fresh, customer: ' Aurora  Motors' }],
  });
  expect(added.json()).toMatchObject({
    results: [
      { outcome: 'saved', reason: null, current: { customer: 'Aurora Motors', documents: 0 } },
    ],
  });
  const [result] = await save(library, { ...fresh, ...entryOf({ customer: 'aurora motors' }) });
  expect(result).toMatchObject({
    outcome: 'saved',
    current: {
      version: 1,
      customer: 'Aurora Motors',
      doc_num: 'AM-1',
      created_by_user: 'librarian',
      status: { code: 'no_file' },
    },
  });
  expect(await historyOf(library)).toMatchObject([
    {
      user: 'librarian',
      action: 'added',
      subject: 'document',
      before: null,
      after: { customer: 'Aurora Motors', doc_num: 'AM-1', language: 'EN', doc_rev: '1' },
    },
    { action: 'added', subject: 'customer', after: { customer: 'Aurora Motors' } },
  ]);
});

test('each row of a block is saved or refused for itself, with its reason', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const results = await save(
    library,
    { ...fresh, ...entryOf({ doc_num: 'AM-2' }) },
    { ...fresh, ...entryOf({ doc_num: '', doc_rev: '' }) },
    { ...fresh, ...entryOf({ customer: 'Nobody' }) },
    { ...fresh, ...entryOf({}) },
    { ...fresh, ...entryOf({ doc_num: 'am-1' }) },
    { ...fresh, ...entryOf({ doc_num: 'AM-2' }) },
  );
  expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['saved', null],
    ['refused', 'The standard number is missing. The revision is missing.'],
    ['refused', 'Customer "Nobody" not found. Add it in the Customer tab first.'],
    ['refused', 'Aurora Motors already has AM-1, language EN, revision 1.'],
    [
      'refused',
      'am-1, language EN, revision 1 would share the file am-1_EN_1.pdf with AM-1, language EN, revision 1 of Aurora Motors.',
    ],
    ['refused', 'Aurora Motors already has AM-2, language EN, revision 1.'],
  ]);
  expect((await documentsOf(library)).map(({ doc_num }) => doc_num)).toEqual(['AM-1', 'AM-2']);
});

test('a row that someone else changed meanwhile is refused, with what it is now', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const [seen] = await documentsOf(library);
  const [first] = await save(library, { ...seen, doc_desc: 'the first' });
  expect(first).toMatchObject({ outcome: 'saved', current: { version: 2, doc_desc: 'the first' } });
  const [second] = await save(library, { ...seen, doc_desc: 'the second' });
  expect(second).toMatchObject({
    outcome: 'conflict',
    reason: 'Someone else changed this row.',
    current: { version: 2, doc_desc: 'the first' },
  });
  await library.post('documents/delete', { rows: [first?.current] });
  const [third] = await save(library, { ...seen, doc_desc: 'the third' });
  expect(third).toMatchObject({ outcome: 'conflict', current: null });
});

test('an import counts as a change of the row, too', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const [seen] = await documentsOf(library);
  await library.add({ doc_desc: 'imported' });
  const [result] = await save(library, { ...seen, doc_desc: 'mine' });
  expect(result).toMatchObject({ outcome: 'conflict', current: { doc_desc: 'imported' } });
});

test('saving what is already so changes nothing', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const [seen] = await documentsOf(library);
  expect(await save(library, { ...seen })).toMatchObject([{ outcome: 'saved', current: seen }]);
  expect(await historyOf(library, '?subject=document')).toHaveLength(1);
});

test('deleting answers how many rows were deleted, not how many were asked for', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}, { doc_num: 'AM-2' }] });
  const rows = await documentsOf(library);
  await library.post('documents/delete', { rows: rows.slice(0, 1) });
  expect((await library.post('documents/delete', { rows })).json()).toMatchObject({ deleted: 1 });
  expect((await library.post('documents/delete', { rows })).json()).toMatchObject({ deleted: 0 });
});

test('rows that someone else changed are not deleted, and none of the others', async () => {
  const library = await startManaging(onTestFinished, { entries: [{ doc_num: 'AM-2' }, {}] });
  const rows = await documentsOf(library);
  await library.add({ doc_desc: 'changed' });
  const answer = await library.post('documents/delete', { rows });
  expect(answer.json()).toMatchObject({ code: 'changed_meanwhile' });
  expect(await documentsOf(library)).toHaveLength(2);
});

test('renaming a customer keeps its standard numbers', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const [customer] = await customersOf(library);
  const renamed = await library.post('customers/save', {
    rows: [{ ...customer, customer: 'Aurora' }],
  });
  expect(renamed.json()).toMatchObject({
    results: [{ outcome: 'saved', current: { version: 2, documents: 1 } }],
  });
  expect(await documentsOf(library)).toMatchObject([{ customer: 'Aurora', version: 1 }]);
});

test('a customer name is taken in any spelling', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const answer = await library.post('customers/save', {
    rows: [
      { ...fresh, customer: 'AURORA motors' },
      { ...fresh, customer: ' ' },
    ],
  });
  expect(answer.json()).toMatchObject({
    results: [
      { outcome: 'refused', reason: 'The customer "Aurora Motors" already exists.' },
      { outcome: 'refused', reason: 'The customer is missing.' },
    ],
  });
});

test('a customer with standard numbers goes only when it is said what becomes of them', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{}, { doc_num: 'AM-2' }, { customer: 'Borealis', doc_num: 'AM-2' }],
  });
  const [aurora, borealis] = await customersOf(library);
  const refused = await library.post('customers/delete', { ...seenOf(aurora) });
  expect(refused.json()).toMatchObject({
    code: 'customer_has_documents',
    message: 'Aurora Motors has 2 standard numbers. Choose whether to delete or move them.',
  });
  const moved = await library.post('customers/delete', {
    ...seenOf(aurora),
    documents: { action: 'move', to_id: borealis?.id },
  });
  const { change_id } = moved.json<{ change_id: string }>();
  expect(await documentsOf(library)).toMatchObject([
    { customer: 'Borealis', doc_num: 'AM-1' },
    { customer: 'Borealis', doc_num: 'AM-2' },
  ]);
  expect(await customersOf(library)).toMatchObject([{ customer: 'Borealis', documents: 2 }]);
  await library.post('undo', { change_id });
  expect(
    (await documentsOf(library)).map(({ customer, doc_num }) => `${customer} ${doc_num}`),
  ).toEqual(['Aurora Motors AM-1', 'Aurora Motors AM-2', 'Borealis AM-2']);

  const [again] = await customersOf(library);
  const gone = await library.post('customers/delete', {
    ...seenOf(again),
    documents: { action: 'delete' },
  });
  expect(gone.json()).toMatchObject({ deleted: 3 });
  expect(await documentsOf(library)).toMatchObject([{ customer: 'Borealis' }]);
});

function seenOf(customer: ManagedCustomer | undefined) {
  return { id: customer?.id, version: customer?.version };
}

test('the changes since a list was read are just those', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{}, { doc_num: 'AM-2' }, { doc_num: 'AM-3' }],
  });
  const { as_of } = await library.read<{ as_of: { audit: number; files: number } }>('documents');
  const since = `changes?audit=${as_of.audit}&files=${as_of.files}`;
  expect(await library.read<Changes>(since)).toMatchObject({
    as_of,
    reload: false,
    documents: [],
    customers: [],
  });
  const [first, second] = await documentsOf(library);
  await save(library, { ...first, doc_desc: 'changed' });
  await library.post('documents/delete', { rows: [second] });
  const changes = await library.read<Changes>(since);
  expect(changes.documents).toMatchObject([{ id: first?.id, doc_desc: 'changed', version: 2 }]);
  expect(changes.deleted.documents).toEqual([second?.id]);
  expect(changes.customers).toMatchObject([{ documents: 2 }]);
  expect(changes.as_of.audit).toBeGreaterThan(as_of.audit);
});

test('after many changes the console is told to read its lists again', async () => {
  const library = await startManaging(onTestFinished);
  await library.add(...Array.from({ length: 1500 }, (_, i) => ({ doc_num: `AM-${i}` })));
  expect(await library.read<Changes>('changes?audit=0&files=0')).toMatchObject({
    reload: true,
    documents: [],
  });
});

test('2,500 pasted rows are saved in one call, read back in pages', async () => {
  const library = await startManaging(onTestFinished, { entries: [{ doc_num: 'first' }] });
  const rows = Array.from({ length: 2500 }, (_, i) => ({
    ...fresh,
    ...entryOf({ doc_num: `AM-${i}` }),
  }));
  const results = await save(library, ...rows);
  expect(results.filter(({ outcome }) => outcome !== 'saved')).toEqual([]);
  const numbers: string[] = [];
  for (let after = 0, more = true; more;) {
    const page = await library.read<{ data: ManagedDocument[]; more: boolean }>(
      `documents?after=${after}`,
    );
    numbers.push(...page.data.map(({ doc_num }) => doc_num));
    after = page.data.at(-1)?.id ?? 0;
    more = page.more;
  }
  expect(numbers).toEqual(['first', ...rows.map(({ doc_num }) => doc_num)]);
  const headers = { cookie: library.cookie, 'accept-encoding': 'gzip, br' };
  const packed = await library.app.inject({ url: '/vue-egd-lib/api/manage/documents', headers });
  expect(packed.headers['content-encoding']).toBe('gzip');
  const { data } = JSON.parse(gunzipSync(packed.rawPayload).toString()) as { data: object[] };
  expect(data).toHaveLength(2000);
});

test('the list of files goes out compressed', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `AM-${at}_EN_1.pdf`);
  const files = Object.fromEntries(names.map((name) => [name, '%PDF-1.7']));
  const library = await startManaging(onTestFinished, { files });
  const headers = { cookie: library.cookie, 'accept-encoding': 'gzip, br' };
  const packed = await library.app.inject({ url: '/vue-egd-lib/api/manage/files', headers });
  expect(packed.headers['content-encoding']).toBe('gzip');
  const { data } = JSON.parse(gunzipSync(packed.rawPayload).toString()) as { data: object[] };
  expect(data).toHaveLength(names.length);
});

const csv =
  'customer,doc_num,doc_desc,doc_rev,language\nAurora Motors,AM-1,new words,1,EN\nBorealis,B-1,x,2,\nBorealis,,x,2,\n';

test('an import is previewed before anything is written, then done without the bad rows', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const send = (query: string) =>
    library.app.inject({
      method: 'POST',
      url: `/vue-egd-lib/api/manage/import?format=csv${query}`,
      headers: { cookie: library.cookie, 'content-type': 'application/octet-stream' },
      payload: Buffer.from(csv),
    });
  const preview = await send('&preview=yes');
  expect(preview.json<{ job: ImportJob }>().job.report).toEqual({
    header_row: 1,
    columns: [
      { letter: 'A', heading: 'customer', example: 'Aurora Motors', field: 'customer' },
      { letter: 'B', heading: 'doc_num', example: 'AM-1', field: 'doc_num' },
      { letter: 'C', heading: 'doc_desc', example: 'new words', field: 'doc_desc' },
      { letter: 'D', heading: 'doc_rev', example: '1', field: 'doc_rev' },
      { letter: 'E', heading: 'language', example: 'EN', field: 'language' },
    ],
    missing: [],
    added: 1,
    changed: 1,
    renamed: 0,
    unchanged: 0,
    added_rows: [
      {
        row: 3,
        customer: 'Borealis',
        doc_num: 'B-1',
        doc_rev: '2',
        language: null,
        doc_desc: 'x',
        before: null,
      },
    ],
    changed_rows: [
      {
        row: 2,
        ...entryOf({ doc_desc: 'new words' }),
        before: { ...entryOf({}), issued_on: null },
      },
    ],
    refused: [{ row: 4, reason: 'The standard number is missing.' }],
    refused_count: 1,
    warnings: [],
    warnings_count: 0,
    absent: [],
    absent_count: 0,
    absent_customers: [],
    change_id: null,
    written: false,
  });
  expect(await documentsOf(library)).toHaveLength(1);
  expect((await send('')).json()).toMatchObject({
    job: { state: 'refused', report: { written: false } },
  });
  expect((await send('&keep_going=yes')).json()).toMatchObject({
    job: { state: 'done', by_user: 'librarian', report: { written: true, added: 1 } },
  });
  expect(await documentsOf(library)).toMatchObject([
    { doc_desc: 'new words' },
    { customer: 'Borealis' },
  ]);
  expect(await historyOf(library)).toMatchObject([
    { user: 'librarian', action: 'added', after: { doc_num: 'B-1' } },
    {
      action: 'changed',
      before: { doc_desc: entryOf({}).doc_desc },
      after: { doc_desc: 'new words' },
    },
    { action: 'added', after: { customer: 'Borealis' } },
    {},
    {},
  ]);
});

test('what is no spreadsheet is refused in words', async () => {
  const library = await startManaging(onTestFinished);
  const answer = await library.app.inject({
    method: 'POST',
    url: '/vue-egd-lib/api/manage/import?format=xlsx&preview=yes',
    headers: { cookie: library.cookie, 'content-type': 'application/octet-stream' },
    payload: Buffer.from('not a workbook'),
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    message: 'The file.xlsx cannot be read: it is not an XLSX workbook, or it is damaged.',
  });
});

test('the catalogue and the audit trail are exported, formulas made harmless', async () => {
  const library = await startManaging(onTestFinished, { entries: [{ doc_desc: '=1+1' }] });
  const get = (url: string) =>
    library.app.inject({
      url: `/vue-egd-lib/api/manage/${url}`,
      headers: { cookie: library.cookie },
    });
  expect((await get('export?format=xlsx&check=only')).statusCode).toBe(204);
  expect(library.app.workers.status('export').last_success_at).toBeNull(); // no process ran
  const sheet = await get('export?format=csv');
  expect(sheet.headers['content-disposition']).toMatch(
    /^attachment; filename="EGD Library \d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(sheet.body).toContain("Aurora Motors,AM-1,'=1+1,1,EN,");
  const trail = await get('audit/export?format=csv');
  expect(trail.body.split('\r\n')).toHaveLength(4);
  expect(trail.body).toContain('customer: Aurora Motors; doc_num: AM-1');
  const workbook = await get('audit/export?format=xlsx');
  expect(workbook.rawPayload.subarray(0, 2).toString()).toBe('PK');
});

test('the audit trail cannot be changed, by no statement at all', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  await expect(library.db.updateTable('audit').set({ user: 'nobody' }).execute()).rejects.toThrow(
    'the audit trail is never changed',
  );
  await expect(library.db.deleteFrom('audit').execute()).rejects.toThrow(
    'the audit trail is never changed',
  );
});

test.skipIf(isOnPostgres)(
  'a download that is closed ends the process that makes it, so others can have theirs',
  async () => {
    const library = await startManaging(onTestFinished, {
      entries: Array.from({ length: 3000 }, (_, at) => ({ doc_num: `AM-${at}` })),
    });
    const url = await library.listen();
    const open = (signal: AbortSignal) =>
      fetch(`${url}/vue-egd-lib/api/manage/export?format=csv`, {
        headers: { cookie: library.cookie },
        signal,
      });
    // More than may be made at once, none of them taken to its end.
    for (let round = 0; round < 3; round++) {
      const leaving = new AbortController();
      await open(leaving.signal);
      leaving.abort();
    }
    const whole = await (await open(new AbortController().signal)).text();
    expect(whole.trimEnd().split('\r\n')).toHaveLength(3001);
  },
);
