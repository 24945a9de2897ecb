import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Static } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import type { AuditEntry, undoChange } from '#contract/audit.ts';
import type { ManagedCustomer, ManagedDocument } from '#contract/editing.ts';
import { entryOf, startManaging } from '../../test/harness.ts';

type Managing = Awaited<ReturnType<typeof startManaging>>;
type UndoResult = Static<typeof undoChange.response>;

async function documentsOf(library: Managing) {
  return (await library.read<{ data: ManagedDocument[] }>('documents')).data;
}

async function customersOf(library: Managing) {
  return (await library.read<{ data: ManagedCustomer[] }>('customers')).data;
}

/** Makes a change through one of the console's calls and gives its id. */
async function change(library: Managing, path: string, body: object): Promise<string> {
  const answer = await library.post(path, body);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ change_id: string }>().change_id;
}

const save = (library: Managing, ...rows: object[]) => change(library, 'documents/save', { rows });

async function performUndo(library: Managing, change_id: string, more: object = {}, key?: string) {
  const answer = await library.post('undo', { change_id, ...more }, key);
  expect(answer.statusCode).toBe(200);
  return answer.json<UndoResult>();
}

const fresh = { id: null, version: null };

test('deleted standard numbers come back as they were, ids and dates included', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}, { doc_num: 'AM-2' }] });
  const before = await documentsOf(library);
  const change_id = await change(library, 'documents/delete', { rows: before });
  expect(await documentsOf(library)).toEqual([]);
  expect(await performUndo(library, change_id)).toMatchObject({ rows: 2, built_on: [] });
  const after = await documentsOf(library);
  expect(after).toEqual(before.map((row) => ({ ...row, version: row.version + 1 })));
  // By its address before 1.0.0, which is accepted until 1.1.
  expect((await library.post('take-back', { change_id })).json()).toMatchObject({
    code: 'changed_meanwhile',
    message: 'Nothing is left to undo.',
  });
});

test('an undo that is asked for again after a lost answer gives the same change', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const [before] = await documentsOf(library);
  const edit = await save(library, { ...before, doc_desc: 'Other words' });
  const undo = await performUndo(library, edit, {}, 'first');
  expect(undo).toMatchObject({ rows: 1, left: [] });
  expect(await performUndo(library, edit, {}, 'first')).toEqual({ ...undo, rows: 0 });
  // One that is new is refused, as ever.
  const other = await library.post('undo', { change_id: edit }, 'second');
  expect(other.json()).toMatchObject({ code: 'changed_meanwhile' });
  const redo = await performUndo(library, undo.change_id ?? '', {}, 'third');
  expect(redo.change_id).not.toBe(undo.change_id);
  expect(await documentsOf(library)).toMatchObject([{ doc_desc: 'Other words' }]);
});

test('an undo that left a row by choice gives the same change when it is asked for again', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}, { doc_num: 'AM-2' }] });
  const rows = await documentsOf(library);
  const edit = await save(library, ...rows.map((row) => ({ ...row, doc_desc: 'Other words' })));
  const [first] = await documentsOf(library);
  await save(library, { ...first, doc_desc: 'Newer words' });
  const wanted = { overwrite: [] };
  const undo = await performUndo(library, edit, wanted, 'first');
  expect(undo).toMatchObject({ rows: 1, change_id: expect.any(String) });
  expect(await performUndo(library, edit, wanted, 'first')).toMatchObject({
    rows: 0,
    change_id: undo.change_id,
  });
});

test('what was restored already is not restored again, whatever became of it since', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const rows = await documentsOf(library);
  const change_id = await change(library, 'documents/delete', { rows });
  await performUndo(library, change_id);
  const [restored] = await documentsOf(library);
  await save(library, { ...restored, doc_rev: '2' });
  expect((await library.post('undo', { change_id })).statusCode).toBe(409);
  expect(await documentsOf(library)).toMatchObject([{ doc_rev: '2' }]);
});

test('a deleted standard number comes back although another was added since', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const rows = await documentsOf(library);
  const change_id = await change(library, 'documents/delete', { rows });
  await library.add({ doc_num: 'AM-2' });
  expect(await performUndo(library, change_id)).toMatchObject({ rows: 1 });
  expect((await documentsOf(library)).map(({ id, doc_num }) => [id, doc_num])).toEqual([
    [1, 'AM-1'],
    [2, 'AM-2'],
  ]);
});

test('an edit is undone, and taking that back makes it again', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const [before] = await documentsOf(library);
  const edit = await save(library, { ...before, doc_num: 'AM-9', doc_desc: 'Other words' });
  const undo = await performUndo(library, edit);
  expect(undo).toMatchObject({ rows: 1, built_on: [], left: [] });
  expect(await documentsOf(library)).toMatchObject([
    { id: before?.id, doc_num: 'AM-1', doc_desc: before?.doc_desc, version: 3 },
  ]);
  await performUndo(library, undo.change_id ?? '');
  expect(await documentsOf(library)).toMatchObject([{ doc_num: 'AM-9', doc_desc: 'Other words' }]);
});

test('what a paste added goes, and what it changed is as before, in one change', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const [before] = await documentsOf(library);
  const paste = await save(
    library,
    { ...before, doc_desc: 'pasted' },
    { ...fresh, ...entryOf({ doc_num: 'AM-2' }) },
    { ...fresh, ...entryOf({ doc_num: 'AM-3' }) },
  );
  const undo = await performUndo(library, paste);
  expect(undo.rows).toBe(3);
  expect(await documentsOf(library)).toMatchObject([
    { doc_num: 'AM-1', doc_desc: before?.doc_desc },
  ]);
  const { data } = await library.read<{ data: AuditEntry[] }>('audit');
  const lines = data.filter(({ change_id }) => change_id === undo.change_id);
  expect(lines.map(({ action, user }) => [action, user])).toEqual([
    ['changed', 'librarian'],
    ['deleted', 'librarian'],
    ['deleted', 'librarian'],
  ]);
});

test('another field that was changed since stays when a change is undone', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const [before] = await documentsOf(library);
  const edit = await save(library, { ...before, doc_rev: '2' });
  const [edited] = await documentsOf(library);
  await save(library, { ...edited, doc_desc: 'described since' });
  await performUndo(library, edit);
  expect(await documentsOf(library)).toMatchObject([{ doc_rev: '1', doc_desc: 'described since' }]);
});

test('a row that others built on is shown in both versions, and a librarian chooses', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}, { doc_num: 'AM-2' }] });
  const rows = await documentsOf(library);
  const edit = await save(library, ...rows.map((row) => ({ ...row, doc_desc: 'mine' })));
  await library.add({ doc_desc: 'theirs' });
  const asked = await performUndo(library, edit);
  expect(asked).toMatchObject({
    change_id: null,
    rows: 1,
    built_on: [
      {
        subject: 'document',
        before: { doc_desc: rows[0]?.doc_desc },
        now: { doc_desc: 'theirs' },
        user: 'jsmith',
      },
    ],
  });
  expect((await documentsOf(library)).map(({ doc_desc }) => doc_desc)).toEqual(['theirs', 'mine']);
  await performUndo(library, edit, { overwrite: [] });
  expect((await documentsOf(library)).map(({ doc_desc }) => doc_desc)).toEqual([
    'theirs',
    rows[1]?.doc_desc,
  ]);
  const overwrite = asked.built_on.map(({ line_id }) => line_id);
  await performUndo(library, edit, { overwrite });
  expect((await documentsOf(library))[0]?.doc_desc).toBe(rows[0]?.doc_desc);
});

test('an edited row that was deleted since comes back only when that is chosen', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const [before] = await documentsOf(library);
  const edit = await save(library, { ...before, doc_desc: 'mine' });
  await change(library, 'documents/delete', { rows: await documentsOf(library) });
  const { built_on } = await performUndo(library, edit);
  expect(built_on).toMatchObject([{ now: null, user: 'librarian' }]);
  expect(await documentsOf(library)).toEqual([]);
  const overwrite = built_on.map(({ line_id }) => line_id);
  await performUndo(library, edit, { overwrite });
  expect(await documentsOf(library)).toMatchObject([
    { id: before?.id, doc_desc: before?.doc_desc, created_at: before?.created_at },
  ]);
});

test('an import is undone with the customers that it made, unless they are used since', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  await library.add(
    { customer: 'Boreal Air', doc_num: 'BA-1' },
    { customer: 'Caelora', doc_num: 'CA-1' },
  );
  const { data } = await library.read<{ data: AuditEntry[] }>('audit');
  await library.add({ customer: 'Caelora', doc_num: 'CA-2' });
  const undo = await performUndo(library, data[0]?.change_id ?? '');
  expect(undo).toMatchObject({ rows: 3, left: ['Caelora stays: it has standard numbers.'] });
  expect((await customersOf(library)).map(({ customer }) => customer)).toEqual([
    'Aurora Motors',
    'Caelora',
  ]);
  expect((await documentsOf(library)).map(({ doc_num }) => doc_num)).toEqual(['AM-1', 'CA-2']);
});

test('a renamed customer gets its name back, also when its documents changed since', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const [customer] = await customersOf(library);
  const rows = [{ ...customer, customer: 'Aurora' }];
  const rename = await change(library, 'customers/save', { rows });
  await library.add({ customer: 'Aurora', doc_num: 'AM-2' });
  await performUndo(library, rename);
  expect(await customersOf(library)).toMatchObject([{ customer: 'Aurora Motors', documents: 2 }]);
});

test('a preview says what would happen and writes nothing', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const [before] = await documentsOf(library);
  const edit = await save(library, { ...before, doc_desc: 'mine' });
  const { data } = await library.read<{ data: AuditEntry[] }>('audit');
  expect(await performUndo(library, edit, { preview: true })).toEqual({
    change_id: null,
    rows: 1,
    built_on: [],
    left: [],
    is_large: false,
    job: null,
  });
  expect((await library.read<{ data: AuditEntry[] }>('audit')).data).toEqual(data);
});

test('what cannot be as it was is refused whole, in words', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}, { doc_num: 'AM-2' }] });
  const rows = await documentsOf(library);
  const edit = await save(library, { ...rows[0], doc_num: 'AM-9' }, { ...rows[1], doc_desc: 'x' });
  await library.add({ doc_num: 'AM-1' });
  const answer = await library.post('undo', { change_id: edit });
  expect(answer.json()).toMatchObject({
    code: 'changed_meanwhile',
    message: 'Undo is no longer possible. Aurora Motors already has AM-1, language EN, revision 1.',
  });
  expect((await documentsOf(library)).map(({ doc_num }) => doc_num)).toEqual([
    'AM-9',
    'AM-2',
    'AM-1',
  ]);
});

test('a change that is in no history is not found', async () => {
  const library = await startManaging(onTestFinished);
  const answer = await library.post('undo', { change_id: 'made up' });
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    404,
    'This change was not found in the history.',
  ]);
});

test('a renamed file gets its name back, and taking that back renames it again', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{}],
    files: { 'AM 1 EN rev 1.pdf': '%PDF-1.7 %%EOF' },
  });
  const rename = await change(library, 'files/rename', {
    rows: [{ file_id: 1, document_id: 1 }],
  });
  expect(await readdir(library.config.shareDir)).toEqual(['AM-1_EN_1.pdf']);
  const undo = await performUndo(library, rename);
  expect(undo).toMatchObject({ rows: 1, left: [] });
  expect(await readdir(library.config.shareDir)).toEqual(['AM 1 EN rev 1.pdf']);
  await performUndo(library, undo.change_id ?? '');
  expect(await readdir(library.config.shareDir)).toEqual(['AM-1_EN_1.pdf']);
});

const pdf = (words: string) => `%PDF-1.7 ${words} %%EOF`;

/** Uploads the PDF of the first entry as the console does, and gives the id of that change. */
async function upload(library: Managing, words: string): Promise<string> {
  const answer = await library.app.inject({
    method: 'PUT',
    url: '/vue-egd-lib/api/manage/documents/1/file?replace=yes',
    headers: { cookie: library.cookie, 'content-type': 'application/pdf' },
    payload: pdf(words),
  });
  expect(answer.statusCode).toBe(200);
  const { data } = await library.read<{ data: AuditEntry[] }>('audit');
  return data[0]?.change_id ?? '';
}

const namesOf = async ({ config }: Managing) =>
  (await readdir(config.shareDir)).filter((name) => name !== '.superseded');
const keptOf = ({ config }: Managing) => readdir(path.join(config.shareDir, '.superseded'));
const bytesOf = ({ config }: Managing, name: string) =>
  readFile(path.join(config.shareDir, name), 'utf8');
const fileOf = async (library: Managing) => (await documentsOf(library))[0]?.status.file?.path;

test('an uploaded file is set aside, and comes back when that is undone', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const uploaded = await upload(library, 'first');
  const undo = await performUndo(library, uploaded);
  expect(undo).toMatchObject({ rows: 1, built_on: [], left: [] });
  expect(await namesOf(library)).toEqual([]);
  expect(await keptOf(library)).toHaveLength(1);
  expect(await fileOf(library)).toBeUndefined();
  expect((await library.post('undo', { change_id: uploaded })).statusCode).toBe(409);
  await performUndo(library, undo.change_id ?? '');
  expect(await bytesOf(library, 'AM-1_EN_1.pdf')).toBe(pdf('first'));
  expect(await fileOf(library)).toBe('AM-1_EN_1.pdf');
});

test('a replaced file comes back, and its successor when that is undone', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  await upload(library, 'first');
  const replaced = await upload(library, 'second, and longer');
  const undo = await performUndo(library, replaced);
  expect(undo).toMatchObject({ rows: 1, built_on: [], left: [] });
  expect(await bytesOf(library, 'AM-1_EN_1.pdf')).toBe(pdf('first'));
  expect((await library.post('undo', { change_id: replaced })).json()).toMatchObject({
    message: 'Nothing is left to undo.',
  });
  await performUndo(library, undo.change_id ?? '');
  expect(await bytesOf(library, 'AM-1_EN_1.pdf')).toBe(pdf('second, and longer'));
  expect(await namesOf(library)).toEqual(['AM-1_EN_1.pdf']);
});

test('a file that was replaced again since is put back only when that is chosen', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const uploaded = await upload(library, 'first');
  const replaced = await upload(library, 'second');
  await upload(library, 'third, and longer');
  for (const change_id of [uploaded, replaced]) {
    expect(await performUndo(library, change_id)).toMatchObject({
      change_id: null,
      rows: 0,
      built_on: [
        {
          now: { path: 'AM-1_EN_1.pdf', bytes: pdf('third, and longer').length },
          user: 'librarian',
        },
      ],
    });
  }
  expect(await bytesOf(library, 'AM-1_EN_1.pdf')).toBe(pdf('third, and longer'));
  const { built_on } = await performUndo(library, replaced, { preview: true });
  await performUndo(library, replaced, { overwrite: built_on.map(({ line_id }) => line_id) });
  expect(await bytesOf(library, 'AM-1_EN_1.pdf')).toBe(pdf('first'));
});

test('a file that someone changed in the folder since is put back only when that is chosen', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  await upload(library, 'first');
  const replaced = await upload(library, 'second');
  await library.put('AM-1_EN_1.pdf', pdf('by hand, in the folder'));
  const { built_on } = await performUndo(library, replaced);
  expect(built_on).toMatchObject([{ now: { path: 'AM-1_EN_1.pdf' } }]);
  expect(await bytesOf(library, 'AM-1_EN_1.pdf')).toBe(pdf('by hand, in the folder'));
});

test('a replaced file that is not kept any more, or whose entry is no more, stays in words', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  await upload(library, 'first');
  const replaced = await upload(library, 'second');
  const rows = await documentsOf(library);
  const deleted = await change(library, 'documents/delete', { rows });
  expect((await library.post('undo', { change_id: replaced })).json()).toMatchObject({
    message: 'Undo is not possible. AM-1_EN_1.pdf stays: its standard number was deleted.',
  });
  await performUndo(library, deleted);
  await rm(path.join(library.config.shareDir, '.superseded'), { recursive: true });
  expect((await library.post('undo', { change_id: replaced })).json()).toMatchObject({
    message: 'Undo is not possible. AM-1_EN_1.pdf stays: the replaced file is no longer kept.',
  });
  expect(await bytesOf(library, 'AM-1_EN_1.pdf')).toBe(pdf('second'));
});
