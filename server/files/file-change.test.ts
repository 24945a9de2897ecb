import nodeFs from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { isOnPostgres } from '../../test/databases.ts';
import { startLibrary, type TestLibrary } from '../../test/harness.ts';
import { findFileOf } from '../matching/entry-files.ts';
import { SharedFolder } from '../share/shared-folder.ts';
import { renameFile } from './rename.ts';
import { uploadFile } from './upload.ts';

const name = 'AM-1_EN_1.pdf';
const before = '%PDF-1.7\nbefore\n%%EOF\n';
const after = '%PDF-1.7\nafter\n%%EOF\n';

const noRoom = isOnPostgres
  ? [
      `create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'no room'; end $$`,
      'create trigger no_room before insert on audit execute function no_room()',
    ]
  : [`create trigger no_room before insert on audit begin select raise(abort, 'no room'); end`];

const upload = (library: TestLibrary, folder: SharedFolder) =>
  uploadFile(library.library, folder, Readable.from([Buffer.from(after)]), {
    user: 'jsmith',
    documentId: 1,
    replace: true,
  });
const rename = (library: TestLibrary, folder: SharedFolder) =>
  renameFile(library.library, folder, { user: 'jsmith' }, { fileId: 1, documentId: 1 });

test.each([
  { what: 'an upload', change: upload, from: null, content: after },
  { what: 'a replacement', change: upload, from: name, content: after },
  { what: 'a replacement under another name', change: upload, from: 'am-1_1.PDF', content: after },
  { what: 'a rename', change: rename, from: 'AM 1 EN 1.pdf', content: before },
])('$what that cannot be recorded is undone', async ({ change, from, content }) => {
  const library = await startLibrary(onTestFinished, {
    entries: [{}],
    files: from === null ? {} : { [from]: before },
  });
  const { shareDir } = library.config;
  const folder = new SharedFolder({ root: shareDir, fs: nodeFs });
  const pdfs = async () => {
    const names = (await readdir(shareDir)).filter((one) => one !== '.superseded');
    const read = (one: string) => readFile(path.join(shareDir, one), 'utf8');
    return Object.fromEntries(
      await Promise.all(names.map(async (one) => [one, await read(one)] as const)),
    );
  };
  const matched = async () => (await findFileOf(library.db, 1))?.path ?? null;
  const [filesBefore, matchedBefore] = [await pdfs(), await matched()];

  for (const statement of noRoom) await sql.raw(statement).execute(library.db);
  await expect(change(library, folder)).rejects.toThrow('no room');
  expect(await pdfs()).toEqual(filesBefore);
  expect(await matched()).toBe(matchedBefore);
  expect(await readdir(path.join(shareDir, '.superseded')).catch(() => [])).toEqual([]);
  expect(await library.db.selectFrom('file_changes').selectAll().execute()).toEqual([]);

  await sql.raw(`drop trigger no_room${isOnPostgres ? ' on audit' : ''}`).execute(library.db);
  await change(library, folder);
  expect(await pdfs()).toEqual({ [name]: content });
  expect(await matched()).toBe(name);
});
