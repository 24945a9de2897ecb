import { expect, onTestFinished, test } from 'vitest';
import { startLibrary } from '../../../test/harness.ts';
import { changeLibrary } from '../../changes/change.ts';
import { setOrder } from '../../catalogue/standards/statements.ts';
import { positionOf } from '../../changes/changes-since.ts';
import { changesAfter } from './changes.ts';
import { readEntries } from './library-entries.ts';

test('more matches than a page, made in one transaction, are all seen', async () => {
  const entries = Array.from({ length: 1200 }, (_, at) => ({ doc_num: `AM-${at}` }));
  const { db } = await startLibrary(onTestFinished, { entries });
  const { audit, files } = await positionOf(db);
  const documents = await db.selectFrom('documents').select('id').execute();
  await db
    .insertInto('entry_files')
    .values(documents.map(({ id }) => ({ document_id: id, file_id: null })))
    .execute();
  let position = { audit_id: audit, audit_change: null, files_seq: files, matches_seq: files };
  const seen = new Set<number>();
  for (;;) {
    const changes = await changesAfter(db, position);
    if (changes === null) break;
    for (const id of changes.documentIds) seen.add(id);
    position = { ...changes.position, audit_change: null };
  }
  expect(seen).toEqual(new Set(documents.map(({ id }) => id)));
});

test('the index looks again at all revisions of a standard when its order is settled', async () => {
  const { db, library } = await startLibrary(onTestFinished, {
    entries: [{ doc_rev: 'B' }, { doc_rev: '2009-04' }, { doc_num: 'AM-2' }],
  });
  const latestOf = async () =>
    (await readEntries(db, [1, 2, 3]))
      .toSorted((a, b) => a.document_id - b.document_id)
      .map(({ doc_rev, is_latest }) => [doc_rev, is_latest]);
  // Either may be the latest.
  expect(await latestOf()).toEqual([
    ['B', true],
    ['2009-04', true],
    ['1', true],
  ]);
  const { audit, files } = await positionOf(db);
  await changeLibrary(library, { user: 'jsmith' }, (tx, change) =>
    setOrder(tx, { document_id: 1, newest_first: ['B', '2009-04'] }, change),
  );
  const from = { audit_id: audit, audit_change: null, files_seq: files, matches_seq: files };
  expect((await changesAfter(db, from))?.documentIds).toEqual(new Set([1, 2]));
  expect(await latestOf()).toEqual([
    ['B', true],
    ['2009-04', false],
    ['1', true],
  ]);
});
