import { expect, onTestFinished, test } from 'vitest';
import { startLibrary } from '../../../test/harness.ts';
import { changesAfter, readCounters } from './changes.ts';

test('more matches than a page, made in one transaction, are all seen', async () => {
  const entries = Array.from({ length: 1200 }, (_, at) => ({ doc_num: `AM-${at}` }));
  const { db } = await startLibrary(onTestFinished, { entries });
  const { audit, files } = await readCounters(db);
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
