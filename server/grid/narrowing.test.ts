import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { mostRowsShown } from '#contract/calls.ts';
import type { ManagedDocument } from '#contract/editing.ts';
import type { ManagedFile } from '#contract/files.ts';
import { uploadStatuses, verdicts } from '#contract/upload-status.ts';
import { startManaging } from '../../test/harness.ts';
import { statusesOf } from '../matching/status.ts';

type Managing = Awaited<ReturnType<typeof startManaging>>;
type Narrowed<Row> = { data: Row[]; found: number };

const documents = (library: Managing, query: Record<string, string>) =>
  library.read<Narrowed<ManagedDocument>>(
    `documents/narrowed?${new URLSearchParams(query).toString()}`,
  );

const files = (library: Managing, query: Record<string, string>) =>
  library.read<Narrowed<ManagedFile>>(`files/narrowed?${new URLSearchParams(query).toString()}`);

async function numbersFor(library: Managing, query: Record<string, string>): Promise<string[]> {
  return (await documents(library, query)).data.map(({ doc_num }) => doc_num);
}

async function customerId({ db }: Managing, name: string): Promise<string> {
  const found = db.selectFrom('customers').select('id').where('name', '=', name);
  return String((await found.executeTakeFirstOrThrow()).id);
}

test('each word of a text is in a text of the entry, whatever its case', async () => {
  const library = await startManaging(onTestFinished, {
    entries: [
      { customer: 'Öresund Marin', doc_num: 'ÖM-1', doc_desc: 'Zinc flake COATING', doc_rev: '7b' },
      { customer: 'Boreal Air', doc_num: 'BA_20%', doc_desc: 'Øl og ÉTÉ', language: null },
      { customer: 'Boreal Air', doc_num: 'BA-20', doc_desc: 'C:\\parts', language: 'DE' },
    ],
  });
  const all: [text: string, found: string[]][] = [
    ['zinc', ['ÖM-1']],
    ['coating FLAKE', ['ÖM-1']],
    ['öresund öm', ['ÖM-1']],
    ['ÖRESUND', ['ÖM-1']],
    ['flake boreal', []],
    ['øl été', ['BA_20%']],
    ['ØL Été', ['BA_20%']],
    ['7B', ['ÖM-1']],
    ['ba_20', ['BA_20%']],
    ['20%', ['BA_20%']],
    ['c:\\p', ['BA-20']],
    ['de boreal', ['BA-20']],
    ['ba', ['BA_20%', 'BA-20']],
    ["x' or 1=1 --", []],
  ];
  for (const [text, found] of all)
    expect([text, await numbersFor(library, { text })]).toEqual([text, found]);
  const customer_id = await customerId(library, 'Boreal Air');
  expect(await numbersFor(library, { customer_id })).toEqual(['BA_20%', 'BA-20']);
  expect(await numbersFor(library, { customer_id, text: 'zinc' })).toEqual([]);
  const nothing = library.read('documents/narrowed');
  await expect(nothing).rejects.toThrow('fewer than 1 properties');
});

test('entries and files are narrowed by every status and verdict as their lists show it', async () => {
  const library = await startManaging(onTestFinished);
  const { db } = library;
  // A file of each verdict, read and not read yet, that an entry has; and one that seems to be of another entry.
  const kinds = verdicts.flatMap((verdict) => [true, false].map((isRead) => ({ verdict, isRead })));
  await library.add(
    ...kinds.map((_, at) => ({ doc_num: `M-${at}` })),
    ...kinds.map((_, at) => ({ customer: 'Boreal Air', doc_num: `N-${at}` })),
  );
  const entries = await db.selectFrom('documents').select(['id', 'doc_num']).execute();
  const idOf = (doc_num: string) => entries.find((entry) => entry.doc_num === doc_num)?.id ?? 0;
  const read_at = '2026-01-02T03:04:05.000Z';
  await db
    .insertInto('contents')
    .values({
      hash: 'a'.repeat(64),
      bytes: 1,
      state: 'readable',
      title: 'Überzüge',
      read_at,
      extraction: 1,
    })
    .execute();
  for (const [at, { verdict, isRead }] of kinds.entries()) {
    const { id } = await db
      .insertInto('files')
      .values({
        path: `Scans/f${at}.pdf`,
        name: `f${at}.pdf`,
        name_key: `f${at}.pdf`,
        depth: 1,
        bytes: 1,
        modified_ns: '1700000000000000000',
        inode: '1',
        seen_at: read_at,
        verdict,
        hash: isRead ? 'a'.repeat(64) : null,
        nearest_document_id: idOf(`N-${at}`),
        gone_at: at === 4 ? read_at : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`delete from entry_files where document_id = ${idOf(`M-${at}`)}`.execute(db);
    await db
      .insertInto('entry_files')
      .values({ document_id: idOf(`M-${at}`), file_id: id })
      .execute();
  }
  const shown = await statusesOf(
    db,
    entries.map(({ id }) => id),
  );
  for (const status of uploadStatuses) {
    const { data, found } = await documents(library, { status });
    const expected = entries.filter(({ id }) => shown.get(id)?.code === status);
    expect([status, data.map(({ id }) => id)]).toEqual([status, expected.map(({ id }) => id)]);
    expect([found, data.every((row) => row.status.code === status)]).toEqual([data.length, true]);
    expect(data.length).toBeGreaterThan(0);
  }
  const all = await library.read<{ data: ManagedFile[] }>('files');
  for (const verdict of verdicts) {
    const expected = all.data.filter((file) => file.verdict === verdict);
    expect((await files(library, { verdict })).data).toEqual(expected);
  }
  const pathsFor = async (query: Record<string, string>) =>
    (await files(library, query)).data.map(({ path }) => path);
  expect(await pathsFor({ text: 'scans F10.pdf' })).toEqual(['Scans/f10.pdf']);
  expect((await pathsFor({ text: 'ÜBERZ' })).length).toBe(10); // one of eleven is gone
  const customer_id = await customerId(library, 'Aurora Motors');
  expect((await pathsFor({ customer_id })).length).toBe(kinds.length - 1);
  expect(await pathsFor({ customer_id: await customerId(library, 'Boreal Air') })).toEqual([]);
});

test('the first 5,000 that match are shown, and all are counted', async () => {
  const library = await startManaging(onTestFinished, { entries: [{ doc_num: 'AM-1' }] });
  const rows = mostRowsShown + 2500;
  await sql`insert into documents (customer_id, doc_num, doc_desc, doc_rev, language, file_key, short_file_key,
      sort_key, created_by_user, modified_by_user, created_at, modified_at)
    with recursive entry (number) as (select 2 union all select number + 1 from entry where number < ${sql.lit(rows)})
    select customer_id, 'AM-' || number, doc_desc, doc_rev, language, 'am-' || number, 'am-' || number,
      'am' || number, created_by_user, modified_by_user, created_at, modified_at
    from entry cross join (select * from documents where doc_num = 'AM-1') as first`.execute(
    library.db,
  );
  const { data, found } = await documents(library, { text: 'am-' });
  expect([data.length, found]).toEqual([mostRowsShown, rows]);
  expect(data.map(({ id }) => id)).toEqual(data.map(({ id }) => id).toSorted((a, b) => a - b));
  expect(await numbersFor(library, { text: `am-${rows}` })).toEqual([`AM-${rows}`]);
});
