import type { Static } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import type { AuditEntry, undoChange } from '#contract/audit.ts';
import type { ManagedDocument } from '#contract/editing.ts';
import type { listRevisions, saveNotice } from '#contract/revisions.ts';
import { startManaging } from '../../../test/harness.ts';

type Managing = Awaited<ReturnType<typeof startManaging>>;
type SentNotice = NonNullable<Static<typeof saveNotice.body>['notice']>;

async function revisionsOf(library: Managing, doc_num: string, customer = 'Aurora Motors') {
  const query = new URLSearchParams({ customer, doc_num, language: 'EN' });
  const answer = await library.app.inject({
    url: `/vue-egd-lib/api/revisions?${query.toString()}`,
    headers: { cookie: library.cookie },
  });
  return answer.json<Static<typeof listRevisions.response>>();
}

async function statusesOf(library: Managing): Promise<string[]> {
  const { data } = await library.read<{ data: ManagedDocument[] }>('documents');
  return data.map((row) => `${row.doc_num} ${row.doc_rev} ${row.revision_status}`);
}

const withdrawn: SentNotice = { kind: 'withdrawn', on: null, remark: '', replaced_by: null };

async function say(library: Managing, document_id: number, notice: SentNotice | null) {
  const answer = await library.post('standards/notice', { document_id, notice });
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  return answer.json<{ change_id: string | null }>().change_id;
}

async function undo(library: Managing, change_id: string | null, more: object = {}) {
  const answer = await library.post('undo', { change_id, ...more });
  return answer.json<Static<typeof undoChange.response>>();
}

test('a withdrawn standard is withdrawn in all its revisions, and comes back with Undo', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{ doc_rev: '1' }, { doc_rev: '2' }, { doc_num: 'AM-2' }],
  });
  const notice = { ...withdrawn, on: '2026-11-14', remark: ' No longer\n made. ' };
  const changeId = await say(library, 1, notice);
  expect(await statusesOf(library)).toEqual([
    'AM-1 1 withdrawn',
    'AM-1 2 withdrawn',
    'AM-2 1 latest',
  ]);
  expect(await revisionsOf(library, 'AM-1')).toMatchObject({
    data: [
      { doc_rev: '2', status: 'withdrawn', superseded_by: null },
      { doc_rev: '1', status: 'withdrawn', superseded_by: '2' },
    ],
    notice: { kind: 'withdrawn', on: '2026-11-14', remark: 'No longer made.', replaced_by: null },
  });
  // Versions of rows stay: nobody's edit of them becomes a conflict.
  const { data } = await library.read<{ data: ManagedDocument[] }>('documents');
  expect(data.map(({ version }) => version)).toEqual([1, 1, 1]);
  expect(await say(library, 2, notice)).toBeNull();
  const { data: lines } = await library.read<{ data: AuditEntry[] }>(
    `audit?change_id=${changeId}&doc_num=am1`,
  );
  expect(lines).toMatchObject([
    {
      action: 'changed',
      subject: 'standard',
      before: { customer: 'Aurora Motors', doc_num: 'AM-1', language: 'EN' },
      after: { doc_num: 'AM-1', notice: 'withdrawn', notice_on: '2026-11-14' },
    },
  ]);
  expect(await undo(library, changeId)).toMatchObject({ rows: 1, built_on: [] });
  expect(await statusesOf(library)).toEqual([
    'AM-1 1 superseded',
    'AM-1 2 latest',
    'AM-2 1 latest',
  ]);
});

test('a notice about some revisions leaves the others in force, also those to come', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{ doc_rev: '1' }, { doc_rev: '2' }, { doc_rev: '3' }],
  });
  const changeId = await say(library, 1, { ...withdrawn, on: '2026-11-14', revisions: ['3'] });
  const statuses = ['AM-1 1 superseded', 'AM-1 2 latest', 'AM-1 3 withdrawn'];
  expect(await statusesOf(library)).toEqual(statuses);
  expect(await revisionsOf(library, 'AM-1')).toMatchObject({
    data: [
      { doc_rev: '2', status: 'latest', superseded_by: null },
      { doc_rev: '1', status: 'superseded', superseded_by: '2' },
      { doc_rev: '3', status: 'withdrawn', superseded_by: null, withdrawn_on: null },
    ],
    notice: { kind: 'withdrawn', revisions: ['3'] },
  });
  const gone = { ...withdrawn, revisions: ['4'] };
  const refused = await library.post('standards/notice', { document_id: 1, notice: gone });
  expect(refused.json()).toMatchObject({ message: 'Revision not found: 4.' });
  expect(await undo(library, changeId)).toMatchObject({ rows: 1 });
  expect((await statusesOf(library))[2]).toBe('AM-1 3 latest');
  await say(library, 1, { ...withdrawn, revisions: ['1', '2', '3'] });
  await library.add({ doc_rev: '4' });
  expect(await statusesOf(library)).toEqual([
    'AM-1 1 withdrawn',
    'AM-1 2 withdrawn',
    'AM-1 3 withdrawn',
    'AM-1 4 latest',
  ]);
});

test('a standard is replaced by another number of any customer, which may come later', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{}, { customer: 'Boreal Air', doc_num: 'BA-1' }],
  });
  const replaced_by = { customer: 'boreal air', doc_num: ' BA-7 ', language: 'EN' };
  await say(library, 1, { ...withdrawn, kind: 'replaced', replaced_by });
  expect((await revisionsOf(library, 'AM-1')).notice).toEqual({
    kind: 'replaced',
    on: null,
    remark: '',
    revisions: null,
    replaced_by: { customer: 'Boreal Air', doc_num: 'BA-7', language: 'EN', latest: null },
  });
  await library.add(
    { customer: 'Boreal Air', doc_num: 'BA 7', doc_rev: 'B' },
    { customer: 'Boreal Air', doc_num: 'BA 7', doc_rev: 'AA' },
  );
  expect((await revisionsOf(library, 'AM-1')).notice?.replaced_by).toEqual({
    customer: 'Boreal Air',
    doc_num: 'BA 7',
    language: 'EN',
    latest: 'AA',
  });
  expect(await statusesOf(library)).toContain('AM-1 1 withdrawn');
});

test('one that is not for new design keeps its latest revision', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{ doc_rev: '1' }, { doc_rev: '2' }],
  });
  await say(library, 1, { ...withdrawn, kind: 'not_for_new_design' });
  expect(await statusesOf(library)).toEqual(['AM-1 1 superseded', 'AM-1 2 latest']);
  expect((await revisionsOf(library, 'AM-1')).notice?.kind).toBe('not_for_new_design');
});

test('what cannot be said of a standard is refused in words', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const itself = { customer: 'Aurora Motors', doc_num: 'am 1', language: 'en' };
  const notices: [number, SentNotice][] = [
    [1, { ...withdrawn, on: '2026-02-30' }],
    [1, { ...withdrawn, kind: 'replaced' }],
    [1, { ...withdrawn, kind: 'replaced', replaced_by: { ...itself, customer: 'Nobody' } }],
    [1, { ...withdrawn, kind: 'replaced', replaced_by: { ...itself, doc_num: ' ' } }],
    [1, { ...withdrawn, kind: 'replaced', replaced_by: itself }],
    [99, withdrawn],
  ];
  const answers = await Promise.all(
    notices.map(async ([document_id, notice]) => {
      const answer = await library.post('standards/notice', { document_id, notice });
      return [answer.statusCode, answer.json<{ message: string }>().message];
    }),
  );
  expect(answers).toEqual([
    [400, 'The date of the notice "2026-02-30" is not a date. Write it like 2026-11-14.'],
    [400, 'Choose the standard number that replaces it.'],
    [400, 'Customer "Nobody" not found.'],
    [400, 'Choose the standard number that replaces it.'],
    [400, 'AM-1 cannot replace itself. Choose another number.'],
    [404, 'This standard number was deleted.'],
  ]);
  expect(await statusesOf(library)).toEqual(['AM-1 1 latest']);
});

test('an order that nobody can tell is settled once, and a later revision finds its place', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{ doc_rev: '2009-04' }, { doc_rev: 'A' }, { doc_rev: 'B' }],
  });
  const settle = (newest_first: string[]) =>
    library.post('standards/order', { document_id: 1, newest_first });
  const refused = await settle(['2009-04', 'B', 'C']);
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    409,
    'Revision A is missing. Revision C not found. Check the revisions again.',
  ]);
  expect((await settle(['B', 'B', 'A'])).statusCode).toBe(400);
  const changeId = (await settle(['2009-04', 'B', 'A'])).json<{ change_id: string }>().change_id;
  expect(await statusesOf(library)).toEqual([
    'AM-1 2009-04 latest',
    'AM-1 A superseded',
    'AM-1 B superseded',
  ]);
  expect((await settle(['2009-04', 'B', 'A'])).json()).toEqual({ change_id: null });
  await library.add({ doc_rev: '2011-09' });
  expect((await revisionsOf(library, 'AM-1')).data.map(({ doc_rev }) => doc_rev)).toEqual([
    '2011-09',
    '2009-04',
    'B',
    'A',
  ]);
  await library.add({ doc_rev: 'C' });
  expect((await revisionsOf(library, 'AM-1')).is_order_sure).toBe(false);
  await undo(library, changeId);
  expect((await statusesOf(library)).every((text) => text.endsWith('unsure'))).toBe(true);
});

test('an order that the names tell is settled otherwise, and back', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{ doc_rev: 'A' }, { doc_rev: 'B' }],
  });
  const settle = async (...newest_first: string[]) => {
    const answer = await library.post('standards/order', { document_id: 1, newest_first });
    expect(answer.statusCode).toBe(200);
    const { data, is_order_sure, order_by } = await revisionsOf(library, 'AM-1');
    return [data.map(({ doc_rev, status }) => `${doc_rev} ${status}`), is_order_sure, order_by];
  };
  expect(await settle('A', 'B')).toEqual([['A latest', 'B superseded'], true, 'librarian']);
  expect(await settle('B', 'A')).toEqual([['B latest', 'A superseded'], true, 'names']);
});

test('a new revision that was issued before the latest is unsure', async () => {
  const library = await startManaging(onTestFinished, { entries: [{ doc_rev: 'A' }] });
  const { data } = await library.read<{ data: ManagedDocument[] }>('documents');
  await library.post('documents/save', { rows: [{ ...data[0], issued_on: '2020-01-01' }] });
  const placeOf = async (issued_on: string | null) => {
    const body = { document_id: 1, doc_rev: 'B', issued_on };
    return (await library.post('standards/place', body)).json<object>();
  };
  expect(await placeOf('2019-12-31')).toEqual({ place: 'unsure', latest: 'A' });
  expect(await placeOf('2020-01-01')).toEqual({ place: 'newest', latest: 'A' });
  expect(await placeOf(null)).toEqual({ place: 'newest', latest: 'A' });
});

test('the place of a new revision is known before it is saved', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{ doc_rev: 'B' }, { doc_rev: 'D' }],
  });
  const placeOf = async (doc_rev: string, document_id = 1) => {
    const answer = await library.post('standards/place', { document_id, doc_rev });
    return answer.json<object>();
  };
  expect(
    await Promise.all(['E', 'C', 'D', ' Rev. B', '2009-04', 'AA'].map((rev) => placeOf(rev))),
  ).toEqual([
    { place: 'newest', latest: 'D' },
    { place: 'older', latest: 'D' },
    { place: 'taken', latest: 'D' },
    { place: 'taken', latest: 'D' },
    { place: 'unsure', latest: 'D' },
    { place: 'newest', latest: 'D' },
  ]);
  expect(await placeOf('E', 99)).toMatchObject({ code: 'not_found' });
});

test('an open console gets all revisions of a standard when one of them or its notice changes', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{ doc_rev: '1' }, { doc_rev: '2' }, { doc_num: 'AM-2' }],
  });
  const news = async (work: () => Promise<unknown>) => {
    const { as_of } = await library.read<{ as_of: { audit: number; files: number } }>('documents');
    await work();
    const changes = await library.read<{ documents: ManagedDocument[] }>(
      `changes?audit=${as_of.audit}&files=${as_of.files}`,
    );
    return changes.documents
      .map((row) => `${row.doc_num} ${row.doc_rev} ${row.revision_status}`)
      .toSorted();
  };
  expect(await news(() => library.add({ doc_rev: '3' }))).toEqual([
    'AM-1 1 superseded',
    'AM-1 2 superseded',
    'AM-1 3 latest',
  ]);
  const { data } = await library.read<{ data: ManagedDocument[] }>('documents');
  const newest = data.find(({ doc_rev }) => doc_rev === '3');
  // What leaves a standard makes another one its latest.
  expect(
    await news(() => library.post('documents/save', { rows: [{ ...newest, doc_num: 'AM-9' }] })),
  ).toEqual(['AM-1 1 superseded', 'AM-1 2 latest', 'AM-9 3 latest']);
  expect(await news(() => say(library, 1, withdrawn))).toEqual([
    'AM-1 1 withdrawn',
    'AM-1 2 withdrawn',
  ]);
});

test('the day of issue is saved with its row, refused where it is none, and undone', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const save = async (fields: object) => {
    const { data } = await library.read<{ data: ManagedDocument[] }>('documents');
    const {
      status: _status,
      revision_status: _revisionStatus,
      ...row
    } = data[0] as ManagedDocument;
    const answer = await library.post('documents/save', { rows: [{ ...row, ...fields }] });
    return answer.json<{
      change_id: string | null;
      results: { outcome: string; reason: string | null; current: ManagedDocument }[];
    }>();
  };
  const saved = await save({ issued_on: '14.11.2026' });
  expect(saved.results[0]?.current).toMatchObject({ issued_on: '2026-11-14', version: 2 });
  expect(await save({ issued_on: '2026-11-14' })).toMatchObject({ change_id: null });
  expect(await save({ issued_on: undefined, doc_desc: 'Zinc' })).toMatchObject({
    results: [{ current: { issued_on: '2026-11-14', doc_desc: 'Zinc' } }],
  });
  expect((await save({ issued_on: '2019-06' })).results).toMatchObject([
    {
      outcome: 'refused',
      reason: 'The day of issue "2019-06" is not a date. Write it like 2026-11-14.',
    },
  ]);
  const cleared = await save({ issued_on: ' ' });
  expect(cleared.results[0]?.current.issued_on).toBeNull();
  expect(await undo(library, cleared.change_id)).toMatchObject({ rows: 1 });
  const { data } = await library.read<{ data: ManagedDocument[] }>('documents');
  expect(data[0]).toMatchObject({ issued_on: '2026-11-14', doc_desc: 'Zinc' });
  // Deleted and undone, it has it still.
  const deleted = await library.post('documents/delete', {
    rows: [{ id: 1, version: data[0]?.version }],
  });
  await undo(library, deleted.json<{ change_id: string }>().change_id);
  const again = await library.read<{ data: ManagedDocument[] }>('documents');
  expect(again.data[0]?.issued_on).toBe('2026-11-14');
});

test('what was said is found again when the entries of a standard are deleted and put back', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const said = await say(library, 1, { ...withdrawn, remark: 'Zinc is out' });
  const deleted = await library.post('documents/delete', { rows: [{ id: 1, version: 1 }] });
  await undo(library, deleted.json<{ change_id: string }>().change_id);
  expect(await statusesOf(library)).toEqual(['AM-1 1 withdrawn']);
  await say(library, 1, { ...withdrawn, remark: 'Zinc is really out' });
  // Someone said something else since: asked before it is overwritten.
  const asked = await undo(library, said);
  expect(asked).toMatchObject({
    change_id: null,
    built_on: [{ subject: 'standard', now: { remark: 'Zinc is really out' } }],
  });
  await undo(library, said, { overwrite: asked.built_on.map(({ line_id }) => line_id) });
  expect(await statusesOf(library)).toEqual(['AM-1 1 latest']);
});
