import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startLibrary } from '../../test/harness.ts';

test.each([
  [
    'customer_taken',
    `insert into customers (name, name_key, sort_key)
    select name, name_key, sort_key from customers`,
  ],
  [
    'document_taken',
    `insert into documents (customer_id, doc_num, doc_desc, doc_rev, language,
      file_key, short_file_key, sort_key, created_by_user, modified_by_user, created_at, modified_at)
    select customer_id, doc_num, doc_desc, doc_rev, language, file_key, short_file_key, sort_key,
      created_by_user, modified_by_user, created_at, modified_at from documents`,
  ],
  [
    'file_name_taken',
    `insert into documents (customer_id, doc_num, doc_desc, doc_rev, language,
      file_key, short_file_key, sort_key, created_by_user, modified_by_user, created_at, modified_at)
    select customer_id, 'another', doc_desc, doc_rev, language, file_key, short_file_key, sort_key,
      created_by_user, modified_by_user, created_at, modified_at from documents`,
  ],
  [
    'user_taken',
    `insert into users (name, name_key, display_name, password_hash, created_at)
    select name, name_key, display_name, password_hash, created_at from users`,
  ],
])('the slower of two concurrent writers is refused with %s', async (code, statement) => {
  const library = await startLibrary(onTestFinished, { entries: [{}] });
  await library.addUser('reader', 'EGD_LIB');
  const late = sql.raw(statement).execute(library.db);
  await expect(late).rejects.toMatchObject({ name: 'LibraryError', code });
});
