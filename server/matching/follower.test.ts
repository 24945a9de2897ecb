import { rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { EntryFields } from '#contract/entry.ts';
import { changeLibrary } from '../changes/change.ts';
import { deleteDocuments, saveDocuments } from '../catalogue/editing.ts';
import { findDocument } from '../catalogue/documents.ts';
import { startLibrary, type TestLibrary } from '../../test/harness.ts';

const ownerless = [
  'AM 1 EN rev 2.pdf',
  'AM-1_EN_2 (final).pdf',
  'AM 1 EN rev 9.pdf',
  'Wreknorm 5501_DE_C.pdf',
  'Werknorm 5502_DE_C.pdf',
  'QX-7_EN_2.pdf',
  'holiday.pdf',
];
const unchanged = 'as it was before';

async function startWithOwnerlessFiles(): Promise<TestLibrary> {
  return startLibrary(onTestFinished, {
    entries: [{ doc_num: 'AM-1' }, { doc_num: 'Wexnorm 5501', language: 'DE', doc_rev: 'C' }],
    files: Object.fromEntries(ownerless.map((name, at) => [name, `content ${at}`])),
  });
}

/** The files that the work judges: a judgement overwrites the fault that every file has before. */
async function judgedBy({ db }: TestLibrary, work: () => Promise<unknown>): Promise<string[]> {
  await db.updateTable('files').set({ fault: unchanged }).execute();
  await work();
  const judged = await db.selectFrom('files').select('name').where('fault', 'is', null).execute();
  return judged.map(({ name }) => name).sort();
}

async function edit({ db, library }: TestLibrary, id: number, fields: Partial<EntryFields>) {
  const row = await findDocument(db, id);
  if (row === null) throw new Error(`There is no entry ${id}.`);
  const { result } = await changeLibrary(library, { user: 'librarian' }, (tx, change) =>
    saveDocuments(tx, [{ ...row, ...fields }], change),
  );
  expect(result).toEqual([{ outcome: 'saved', id }]);
}

test('a change of a description judges no file', async () => {
  const library = await startWithOwnerlessFiles();
  expect(await judgedBy(library, () => edit(library, 1, { doc_desc: 'Other words' }))).toEqual([]);
});

test('a change of an identity judges the files that are nearly named so before or after it', async () => {
  const library = await startWithOwnerlessFiles();
  expect(await judgedBy(library, () => edit(library, 1, { doc_rev: '2' }))).toEqual([
    'AM 1 EN rev 2.pdf',
    'AM-1_EN_2 (final).pdf',
  ]);
  expect(await judgedBy(library, () => edit(library, 1, { doc_rev: '9' }))).toEqual([
    'AM 1 EN rev 2.pdf',
    'AM 1 EN rev 9.pdf',
    'AM-1_EN_2 (final).pdf',
  ]);
  expect(await judgedBy(library, () => edit(library, 2, { doc_num: 'Werknorm 5501' }))).toEqual([
    'Wreknorm 5501_DE_C.pdf',
  ]);
  expect(await judgedBy(library, () => edit(library, 1, { doc_num: 'XY-44' }))).toEqual([
    'AM 1 EN rev 9.pdf',
  ]);
});

test('an entry that is added or deleted judges the files that are named after it', async () => {
  const library = await startWithOwnerlessFiles();
  const added = await judgedBy(library, () => library.add({ doc_num: 'QX-7', doc_rev: '2' }));
  expect(added).toEqual(['QX-7_EN_2.pdf']);
  const deleted = await judgedBy(library, () =>
    changeLibrary(library.library, { user: 'librarian' }, (tx, change) =>
      deleteDocuments(tx, [{ id: 3, version: 1 }], change),
    ),
  );
  expect(deleted).toEqual(['QX-7_EN_2.pdf']);
});

test('a file that gets another name is found by that name', async () => {
  const library = await startWithOwnerlessFiles();
  const { shareDir } = library.config;
  await rename(path.join(shareDir, 'holiday.pdf'), path.join(shareDir, 'ZZ 8 EN 1.pdf'));
  await library.scanNames();
  expect(await judgedBy(library, () => library.add({ doc_num: 'ZZ-8' }))).toEqual([
    'ZZ 8 EN 1.pdf',
  ]);
});
