import { readdir } from 'node:fs/promises';
import type { Static } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import type { findDocuments, ManagedDocument, saveDocuments } from '#contract/editing.ts';
import { entryOf, startManaging } from '../../test/harness.ts';

type Managing = Awaited<ReturnType<typeof startManaging>>;
type Saved = Static<typeof saveDocuments.response>;

const pdf = '%PDF-1.7 %%EOF';

async function documentsOf(library: Managing) {
  return (await library.read<{ data: ManagedDocument[] }>('documents')).data;
}

async function save(library: Managing, ...rows: object[]): Promise<Saved> {
  const answer = await library.post('documents/save', { rows });
  expect(answer.statusCode).toBe(200);
  return answer.json<Saved>();
}

const filesOf = async (library: Managing) =>
  (await readdir(library.config.shareDir)).filter((name) => !name.startsWith('.')).toSorted();

test('a corrected entry takes its file along, and both are undone together', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{}],
    files: { 'AM-1_EN_1.pdf': pdf },
  });
  const [before] = await documentsOf(library);
  const saved = await save(library, { ...before, doc_num: 'AM-11', rename_file: true });
  expect(saved).toMatchObject({
    files_renamed: 1,
    files_left: [],
    results: [{ outcome: 'saved', current: { status: { file: { path: 'AM-11_EN_1.pdf' } } } }],
  });
  expect(await filesOf(library)).toEqual(['AM-11_EN_1.pdf']);
  await library.post('undo', { change_id: saved.change_id });
  expect(await filesOf(library)).toEqual(['AM-1_EN_1.pdf']);
  expect(await documentsOf(library)).toMatchObject([
    { doc_num: 'AM-1', status: { file: { path: 'AM-1_EN_1.pdf' } } },
  ]);
});

test('a file that stays is suggested to the entry that had it, whatever that is called now', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{}],
    files: { 'AM-1_EN_1.pdf': pdf },
  });
  const [before] = await documentsOf(library);
  const renamed = { ...before, doc_num: 'QX 77', language: 'FR', doc_rev: 'C' };
  expect((await save(library, renamed)).results).toMatchObject([
    { current: { status: { code: 'wrong_name', file: { path: 'AM-1_EN_1.pdf' } } } },
  ]);
  const [moved] = await documentsOf(library);
  await library.post('files/rename', { rows: [{ file_id: 1, document_id: moved?.id }] });
  expect(await filesOf(library)).toEqual(['QX 77_FR_C.pdf']);
  await library.post('documents/delete', { rows: await documentsOf(library) });
  await library.add({ doc_num: 'QX 78' });
  expect(await documentsOf(library)).toMatchObject([{ status: { code: 'no_file' } }]);
});

test('a file that another customer has, too, keeps its name', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{}, { customer: 'Boreal Air' }],
    files: { 'AM-1_EN_1.pdf': pdf },
  });
  const [before] = await documentsOf(library);
  expect(await save(library, { ...before, doc_rev: '2', rename_file: true })).toMatchObject({
    files_renamed: 0,
    files_left: ['AM-1_EN_1.pdf keeps its name: Boreal Air uses it too.'],
  });
  expect(await filesOf(library)).toEqual(['AM-1_EN_1.pdf']);
});

test('a row that is refused keeps its file', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{}, { doc_num: 'AM-2' }],
    files: { 'AM-1_EN_1.pdf': pdf },
  });
  const [before] = await documentsOf(library);
  const saved = await save(library, { ...before, doc_num: 'AM-2', rename_file: true });
  expect(saved).toMatchObject({ change_id: null, results: [{ outcome: 'refused' }] });
  expect(await filesOf(library)).toEqual(['AM-1_EN_1.pdf']);
});

test('entries are found by their identity in any spelling of the customer', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [{}, { doc_num: 'AM-2', language: null }],
  });
  const answer = await library.post('documents/find', {
    rows: [
      { ...entryOf({ customer: 'AURORA motors' }) },
      { ...entryOf({ doc_rev: '2' }) },
      { ...entryOf({ doc_num: ' AM-2 ', language: '-' }) },
    ],
  });
  const { data } = answer.json<Static<typeof findDocuments.response>>();
  expect(data.map((row) => row?.doc_num ?? null)).toEqual(['AM-1', null, 'AM-2']);
});
