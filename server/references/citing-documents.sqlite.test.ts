import { expect, onTestFinished, test } from 'vitest';
import { startLibrary } from '../../test/harness.ts';
import { openDocuments } from './citing-documents.ts';

test('citing documents are looked up from the cited number, not from all files', async () => {
  const { db } = await startLibrary(onTestFinished);
  const query = openDocuments(db, ['am1'], 10).select('doc_num').compile();
  const planned = { ...query, sql: `explain query plan ${query.sql}` };
  const { rows } = await db.executeQuery<{ detail: string }>({ ...planned, query: query.query });
  const searched = rows.map(({ detail }) => detail.replace(/ \(.*/, ''));
  expect(searched.find((line) => line.includes(' files '))).toBe(
    'SEARCH files USING INDEX files_by_hash',
  );
});
