import { expect, onTestFinished, test } from 'vitest';
import { startLibrary } from '../test/harness.ts';
import { addSampleEntries } from './add-entries.ts';
import { addSampleCases } from './cases.ts';

test('the sample library has what is superseded, withdrawn, replaced and unsure', async () => {
  const { library, db } = await startLibrary(onTestFinished);
  await addSampleEntries(library);
  const rows = await db
    .selectFrom('revisions')
    .innerJoin('documents', 'documents.id', 'document_id')
    .select(['doc_num', 'language', 'doc_rev', 'status', 'issued_on'])
    .where('status', '<>', 'latest')
    .orderBy('sort_key')
    .execute();
  const texts = rows.map((row) => [row.doc_num, row.language, row.doc_rev, row.status].join(' '));
  expect(texts).toEqual([
    'AHN 12.045 DE b superseded',
    'CAMS-4417 EN A superseded',
    'CAMS-4417 EN B superseded',
    'CAPS-77 EN A withdrawn',
    'FJ#2207 EN 2 superseded',
    'FJ#2415 EN 2021-03 unsure',
    'FJ#2415 EN B unsure',
    'KES-G-1021 JA R4 superseded',
    'NV 50180 EN 1 superseded',
    'NV 50180 EN 2 superseded',
    'NV 50180 EN 3 superseded',
    'SLN-E 352 EN 1 withdrawn',
    'TRK 04/117 EN 02 superseded',
  ]);
  const undated = rows.filter(({ issued_on }) => issued_on === null);
  expect(undated.map(({ doc_num, doc_rev }) => `${doc_num} ${doc_rev}`)).toEqual([
    'CAMS-4417 A',
    'CAPS-77 A',
  ]);
});

test('the sample library has a case that is open, one in review and one that is closed', async () => {
  const { library, db, addUser } = await startLibrary(onTestFinished);
  await addSampleEntries(library);
  await addUser('reviewer', 'EGD_LIB', 'EGD_LIB_REVIEW');
  await addSampleCases(library, 'reviewer');
  const cases = await db.selectFrom('cases').select(['state', 'owner']).orderBy('id').execute();
  expect(cases).toEqual(
    ['open', 'in_review', 'closed'].map((state) => ({ state, owner: 'reviewer' })),
  );
});
