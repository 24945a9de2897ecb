import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { isOnPostgres } from '../../test/databases.ts';
import type { AuditEntry } from '#contract/audit.ts';
import type { ManagedDocument } from '#contract/editing.ts';
import type { ManagedFile } from '#contract/files.ts';
import { startManaging } from '../../test/harness.ts';

type Managing = Awaited<ReturnType<typeof startManaging>>;

const pdf = (words: string) => Buffer.from(`%PDF-1.7\n${words}\n%%EOF\n`);

async function upload(
  library: Managing,
  id: number | undefined,
  payload: Buffer | PassThrough,
  query = '',
  type = 'application/pdf',
) {
  return library.app.inject({
    method: 'PUT',
    url: `/vue-egd-lib/api/manage/documents/${id}/file${query}`,
    headers: { cookie: library.cookie, 'content-type': type },
    payload,
  });
}

async function documentsOf(library: Managing) {
  return (await library.read<{ data: ManagedDocument[] }>('documents')).data;
}

async function lastLine(library: Managing) {
  return (await library.read<{ data: AuditEntry[] }>('audit')).data[0];
}

test('an uploaded PDF gets the name of its entry, and readers have it at once', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const [document] = await documentsOf(library);
  const answer = await upload(library, document?.id, pdf('the first'));
  expect(answer.json()).toEqual({
    status: { code: 'checking', file: { id: 1, path: 'AM-1_EN_1.pdf' }, fault: null },
  });
  expect(await readdir(library.config.shareDir)).toEqual(['AM-1_EN_1.pdf']);
  const read = await library.app.inject({
    url: '/document/egd-lib/AM-1_EN_1.pdf',
    headers: { cookie: library.cookie },
  });
  expect(read.body).toBe(pdf('the first').toString());
  expect(await lastLine(library)).toMatchObject({
    user: 'librarian',
    action: 'uploaded',
    subject: 'file',
    before: null,
    after: { path: 'AM-1_EN_1.pdf' },
  });
});

test('a librarian has three uploads waiting, and others take their turn', async () => {
  const entries = Array.from({ length: 12 }, (_, at) => ({ doc_num: `AM-${at}` }));
  const library = await startManaging(onTestFinished, { entries });
  await library.addUser('colleague', 'EGD_LIB', 'EGD_LIB_EDIT');
  const colleague = { ...library, cookie: await library.signIn('colleague') };
  const [own, ...others] = (await documentsOf(library)).map(({ id }) => ({
    id,
    payload: new PassThrough(),
  }));
  const slow = others.map(({ id, payload }) => upload(library, id, payload));
  const refused = await Promise.race(slow);
  expect([refused.statusCode, refused.json()]).toMatchObject([
    429,
    {
      code: 'too_many_waiting',
      message: 'Three of your uploads are already waiting. Try again when one is done.',
    },
  ]);
  expect((await upload(colleague, own?.id, pdf('of a colleague'))).statusCode).toBe(200);
  for (const { payload } of others) payload.end(pdf('slow'));
  const codes = (await Promise.all(slow)).map(({ statusCode }) => statusCode);
  expect(codes.toSorted()).toEqual([...Array(10).fill(200), 429]);
});

test('a file that is there is replaced only when wanted, and kept', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{}],
    files: { 'am-1_en_1.PDF': pdf('the first') },
  });
  const [document] = await documentsOf(library);
  const refused = await upload(library, document?.id, pdf('the second'));
  expect(refused.statusCode).toBe(409);
  expect(refused.json()).toMatchObject({
    code: 'file_exists',
    message: 'A file am-1_en_1.PDF already exists. Replace it?',
  });
  const { shareDir } = library.config;
  expect(await readdir(shareDir)).toEqual(['am-1_en_1.PDF']);

  const replaced = await upload(library, document?.id, pdf('the second'), '?replace=yes');
  expect(replaced.json()).toMatchObject({ status: { file: { path: 'AM-1_EN_1.pdf' } } });
  expect(await readdir(shareDir)).toEqual(['.superseded', 'AM-1_EN_1.pdf']);
  const [kept = ''] = await readdir(path.join(shareDir, '.superseded'));
  expect(kept).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z am-1_en_1\.PDF$/);
  expect(await readFile(path.join(shareDir, '.superseded', kept), 'utf8')).toContain('the first');
  expect(await lastLine(library)).toMatchObject({
    action: 'replaced',
    before: { path: 'am-1_en_1.PDF' },
    after: { path: 'AM-1_EN_1.pdf' },
  });
  const [after] = await documentsOf(library);
  expect(after?.status.file?.path).toBe('AM-1_EN_1.pdf');
});

test.skipIf(isOnPostgres)(
  'what is not a PDF is refused, whatever it is called, and leaves nothing behind',
  async () => {
    const library = await startManaging(onTestFinished, { entries: [{}] });
    const [document] = await documentsOf(library);
    for (const content of ['', 'PK not a pdf', 'x'.repeat(5000)]) {
      const answer = await upload(library, document?.id, Buffer.from(content));
      expect(answer.json()).toMatchObject({ code: 'not_pdf' });
    }
    const empty = await upload(library, document?.id, Buffer.from(''));
    expect(empty.json()).toMatchObject({ message: 'The file is empty. Choose another.' });
    const json = await upload(library, document?.id, Buffer.from('{}'), '', 'application/json');
    expect(json.json()).toMatchObject({ code: 'not_pdf' });
    expect(await readdir(library.config.shareDir)).toEqual([]);
    expect((await upload(library, 999, pdf(''))).statusCode).toBe(404);
  },
);

test.skipIf(isOnPostgres)('a refusal reaches a browser that still sends', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const [document] = await documentsOf(library);
  const url = await library.listen();
  const send = (content: Buffer) =>
    fetch(`${url}/vue-egd-lib/api/manage/documents/${document?.id}/file`, {
      method: 'PUT',
      headers: { cookie: library.cookie, 'content-type': 'application/pdf' },
      body: content,
    });
  const refused = await send(Buffer.alloc(20_000_000, 'no PDF '));
  expect(await refused.json()).toMatchObject({ code: 'not_pdf' });
  expect((await send(pdf('x'.repeat(20_000_000)))).status).toBe(200);
  const again = await send(pdf('x'.repeat(20_000_000)));
  expect(await again.json()).toMatchObject({ code: 'file_exists' });
});

test.skipIf(isOnPostgres)('an upload that breaks off leaves nothing behind', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const [document] = await documentsOf(library);
  const url = await library.listen();
  const sending = request(`${url}/vue-egd-lib/api/manage/documents/${document?.id}/file`, {
    method: 'PUT',
    headers: {
      cookie: library.cookie,
      'content-type': 'application/pdf',
      'content-length': 1_000_000,
    },
  });
  const broken = new Promise((resolve) => sending.once('error', resolve));
  sending.write(pdf('only the beginning'));
  const { shareDir } = library.config;
  await expect.poll(() => readdir(shareDir)).toHaveLength(1);
  sending.destroy();
  await broken;
  await expect.poll(() => readdir(shareDir)).toEqual([]);
  expect((await documentsOf(library))[0]?.status.code).toBe('no_file');
});

test('a file is given the name of its entry, unless there is one of that name', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{}, { doc_num: 'AM-2' }],
    files: { 'AM 1 rev 1 EN.pdf': pdf('one'), 'AM-2_EN_1.pdf': pdf('two') },
  });
  const [first, second] = await documentsOf(library);
  expect(first?.status).toMatchObject({ code: 'wrong_name', file: { path: 'AM 1 rev 1 EN.pdf' } });
  const file_id = first?.status.file?.id;
  const refused = await library.post('files/rename', {
    rows: [{ file_id, document_id: second?.id }],
  });
  expect(refused.json()).toMatchObject({
    results: [{ file_id, refused: 'A file AM-2_EN_1.pdf already exists.' }],
  });
  const renamed = await library.post('files/rename', {
    rows: [{ file_id, document_id: first?.id }],
  });
  expect(renamed.json()).toMatchObject({ results: [{ file_id, refused: null }] });
  expect((await readdir(library.config.shareDir)).toSorted()).toEqual([
    'AM-1_EN_1.pdf',
    'AM-2_EN_1.pdf',
  ]);
  const [after] = await documentsOf(library);
  expect(after?.status.file).toEqual({ id: file_id, path: 'AM-1_EN_1.pdf' });
  expect(await lastLine(library)).toMatchObject({
    action: 'renamed',
    before: { path: 'AM 1 rev 1 EN.pdf' },
    after: { path: 'AM-1_EN_1.pdf' },
  });
});

test('a file that no entry has any more is set aside, and comes back when that is undone', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{}],
    files: { 'AM-1_EN_1.pdf': pdf('one') },
  });
  await library.scan();
  const [entry] = await documentsOf(library);
  const fileId = entry?.status.file?.id;
  const { id, version } = entry ?? {};
  await library.post('documents/delete', { rows: [{ id, version }] });
  const wanted = { file_ids: [fileId] };
  const answer = await library.post('files/set-aside', wanted, 'first');
  expect(answer.json().results).toEqual([{ file_id: fileId, refused: null }]);
  const { shareDir } = library.config;
  const names = await readdir(path.join(shareDir, '.superseded'));
  expect(names).toHaveLength(1);
  // The answer was lost, and it is asked for again.
  const again = await library.post('files/set-aside', wanted, 'first');
  expect(again.json()).toEqual(answer.json());
  const other = await library.post('files/set-aside', { file_ids: [fileId] });
  const refused = 'This file is already set aside.';
  expect(other.json().results).toEqual([{ file_id: fileId, refused }]);
  expect(await readdir(path.join(shareDir, '.superseded'))).toEqual(names);
  await library.post('undo', { change_id: answer.json().change_id, overwrite: [] });
  expect(await readFile(path.join(shareDir, 'AM-1_EN_1.pdf'))).toEqual(pdf('one'));
});

test('a duplicate is set aside, and comes back when that is undone; the file of an entry stays', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{}],
    files: { 'AM-1_EN_1.pdf': pdf('one') },
  });
  const { shareDir } = library.config;
  await mkdir(path.join(shareDir, 'old'));
  await writeFile(path.join(shareDir, 'old', 'AM-1_EN_1.pdf'), pdf('one before'));
  await library.scan();
  const own = (await documentsOf(library))[0]?.status.file?.id;
  const listed = await library.read<{ data: ManagedFile[] }>('files');
  const duplicate = listed.data.find(({ verdict }) => verdict === 'duplicate');
  expect(duplicate?.path).toBe('old/AM-1_EN_1.pdf');
  const answer = await library.post('files/set-aside', { file_ids: [duplicate?.id, own] });
  const { change_id, results } = answer.json();
  expect(results).toEqual([
    { file_id: duplicate?.id, refused: null },
    { file_id: own, refused: 'AM-1_EN_1.pdf is no longer a duplicate.' },
  ]);
  expect(await readdir(path.join(shareDir, 'old'))).toEqual([]);
  const [kept = ''] = await readdir(path.join(shareDir, '.superseded'));
  expect(kept).toMatch(/^\d{4}-.* AM-1_EN_1\.pdf$/);
  await library.scan();
  expect((await library.read<{ data: ManagedFile[] }>('files')).data).toHaveLength(1);

  const taken = await library.post('undo', { change_id, overwrite: [] });
  expect(taken.json()).toMatchObject({ rows: 1, left: [] });
  expect(await readdir(path.join(shareDir, '.superseded'))).toEqual([]);
  expect(await readFile(path.join(shareDir, 'old', 'AM-1_EN_1.pdf'))).toEqual(pdf('one before'));
  await library.scan();
  const after = await library.read<{ data: ManagedFile[] }>('files');
  expect(after.data.map(({ path: at, verdict }) => [at, verdict])).toEqual(
    listed.data.map(({ path: at, verdict }) => [at, verdict]),
  );
});

test('an empty file is reported as empty, also at the entry', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  await writeFile(path.join(library.config.shareDir, 'AM-1_EN_1.pdf'), '');
  await library.scan();
  const [document] = await documentsOf(library);
  expect(document?.status).toMatchObject({ code: 'incomplete', fault: 'It is empty.' });
});

test.skipIf(isOnPostgres)(
  'a file that another program put there meanwhile is not overwritten',
  async () => {
    const library = await startManaging(onTestFinished, { entries: [{}] });
    const [document] = await documentsOf(library);
    await writeFile(path.join(library.config.shareDir, 'AM-1_EN_1.pdf'), 'of another program');
    const answer = await upload(library, document?.id, pdf('ours'));
    expect(answer.json()).toMatchObject({ code: 'file_exists' });
    expect(await readdir(library.config.shareDir)).toEqual(['AM-1_EN_1.pdf']);
  },
);

test.skipIf(isOnPostgres)(
  'a folder that is gone is reported in words, and loses nothing',
  async () => {
    const library = await startManaging(onTestFinished, { entries: [{}] });
    const [document] = await documentsOf(library);
    const { shareDir } = library.config;
    await rename(shareDir, `${shareDir}.gone`);
    const answer = await upload(library, document?.id, pdf('ours'));
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({
      message: 'The shared folder is not writable. Try again, or tell your administrator.',
    });
    await rename(`${shareDir}.gone`, shareDir);
    expect((await upload(library, document?.id, pdf('ours'))).statusCode).toBe(200);
  },
);
