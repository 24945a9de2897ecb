import { expect, onTestFinished, test, vi } from 'vitest';
import type { ImportJob } from '#contract/jobs.ts';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { endJobsCutShort } from '../undo/portions.ts';
import { spreadsheetBytes } from '../spreadsheet/spreadsheet.ts';
import { startManaging } from '../../test/harness.ts';
import { canMount, fillDisk, mountSmallDisk } from '../../test/small-disk.ts';

type Managed = Awaited<ReturnType<typeof startManaging>>;

const header = 'customer,doc_num,doc_desc,doc_rev,language';

function sheetOf(rows: number): Buffer {
  const lines = Array.from(
    { length: rows },
    (_, at) => `Customer ${at % 7},N-${at},Zinc plating of parts,1,EN`,
  );
  return Buffer.from([header, ...lines].join('\n'));
}

async function send({ app, cookie }: Managed, sheet: Buffer, query = '', format = 'csv') {
  const answer = await app.inject({
    method: 'POST',
    url: `/vue-egd-lib/api/manage/import?format=${format}&name=list.${format}${query}`,
    headers: { cookie, 'content-type': 'application/octet-stream' },
    payload: sheet,
  });
  return { status: answer.statusCode, ...answer.json<{ job: ImportJob; message: string }>() };
}

function ended(library: Managed, id: string): Promise<ImportJob> {
  return vi.waitFor(
    async () => {
      const { job } = await library.read<{ job: ImportJob }>(`import/job?id=${id}`);
      if (job.finished_at === null) throw new Error(`It is ${job.state}.`);
      return job;
    },
    { timeout: 300_000, interval: 50 },
  );
}

async function countDocuments({ db }: Managed): Promise<number> {
  const count = db.selectFrom('documents').select((select) => select.fn.countAll<number>().as('n'));
  return Number((await count.executeTakeFirstOrThrow()).n);
}

/** A workbook with a worksheet of each name. */
async function workbookOf(sheets: Record<string, string[][]>): Promise<Buffer> {
  const parts: Record<string, Uint8Array> = {};
  const names = Object.keys(sheets);
  for (const [at, rows] of Object.values(sheets).entries()) {
    const bytes = await Array.fromAsync(spreadsheetBytes('xlsx', inOnePage(rows)));
    const one = unzipSync(Buffer.concat(bytes));
    parts[`xl/worksheets/sheet${at + 1}.xml`] = one['xl/worksheets/sheet1.xml'] ?? strToU8('');
    for (const [name, part] of Object.entries(one)) parts[name] ??= part;
  }
  const repeat = (name: string, pattern: RegExp, with_: (name: string, id: number) => string) => {
    const text = strFromU8(parts[name] ?? strToU8(''));
    const each = names.map((one, at) => with_(one, at + 1)).join('');
    parts[name] = strToU8(text.replace(pattern, each));
  };
  repeat('xl/workbook.xml', /<sheet .*?\/>/, (name, id) => {
    return `<sheet name="${name}" sheetId="${id}" r:id="sheet${id}"/>`;
  });
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet';
  repeat('xl/_rels/workbook.xml.rels', /<Relationship Id="rId1".*?\/>/, (_, id) => {
    return `<Relationship Id="sheet${id}" Type="${type}" Target="worksheets/sheet${id}.xml"/>`;
  });
  return Buffer.from(zipSync(parts));
}

async function* inOnePage(rows: string[][]) {
  yield rows;
}

test('of a workbook the worksheet with the headings is proposed, and another can be chosen', async () => {
  const library = await startManaging(onTestFinished);
  const sheet = await workbookOf({
    Cover: [['Standards of 2026', 'number']],
    Standards: [header.split(','), ['A', 'N-1', 'Zinc', '01', 'EN']],
    Old: [header.split(','), ['A', 'N-2', 'Tin', '1E10', 'EN']],
  });
  const ask = (query: string) => send(library, sheet, query, 'xlsx');
  const first = await ask('&preview=yes');
  expect(first.job.report).toMatchObject({
    worksheets: ['Cover', 'Standards', 'Old'],
    worksheet: 'Standards',
    added_rows: [{ doc_num: 'N-1', doc_rev: '01' }],
  });
  const { job } = await ask('&worksheet=Old');
  expect(job.report).toMatchObject({
    worksheet: 'Old',
    written: true,
    added_rows: [{ doc_num: 'N-2', doc_rev: '1E10' }],
  });
  const unknown = await ask('&preview=yes&worksheet=New');
  expect(unknown.message).toBe('Worksheet "New" not found. Worksheets: Cover, Standards, Old.');
});

test('the history heads an import by its file, also when the job is long over', async () => {
  const library = await startManaging(onTestFinished);
  await send(library, sheetOf(2));
  const rows = [header, 'Customer 0,N-0,Tin,1,EN', 'Customer 1,N-1,Tin,1,EN', 'C,N-9,x,1,EN'];
  await send(library, Buffer.from(rows.join('\n')));
  const titles = async () => {
    const { data } = await library.read<{ data: { title: string | null }[] }>('history');
    return data.map(({ title }) => title);
  };
  await send(library, sheetOf(1), '&preview=yes');
  const both = ['Import of list.csv: 1 added, 2 changed', 'Import of list.csv: 2 added'];
  expect((await titles()).slice(0, 2)).toEqual(both);
  const month = 31 * 24 * 3600_000;
  library.pass(month);
  await endJobsCutShort(library.library);
  library.pass(-month); // the session is still valid
  expect((await titles()).slice(0, 2)).toEqual(both);
  const kept = await library.db.selectFrom('jobs').select(['kind', 'report']).execute();
  expect(kept.map(({ kind }) => kind)).toEqual(['import', 'import']); // the preview is gone
});

test('an empty file is called empty, by its name', async () => {
  const library = await startManaging(onTestFinished);
  expect((await send(library, Buffer.from(''))).message).toBe(
    'list.csv is empty. Choose another file.',
  );
});

test('a large import runs on, lets others in, and reports its result afterwards', async () => {
  const library = await startManaging(onTestFinished);
  await library.addUser('reader', 'EGD_LIB');
  const { job } = await send(library, sheetOf(6000));
  expect(job).toMatchObject({ kind: 'import', by_user: 'librarian', finished_at: null });
  await library.signIn('reader');
  const second = await send(library, sheetOf(1));
  expect([second.status, second.message]).toEqual([
    409,
    expect.stringMatching(
      /^librarian is importing list\.csv \(.*\)\. Try again when it has finished\.$/,
    ),
  ]);
  // A look at another sheet is no import.
  expect((await send(library, sheetOf(1), '&preview=yes')).job).toMatchObject({ state: 'done' });
  const jobs = await library.read<{ running: ImportJob | null }>('import/jobs');
  expect(jobs.running?.id).toBe(job.id); // so nobody waited for its end
  expect(await ended(library, job.id)).toMatchObject({
    state: 'done',
    rows_done: 6000,
    rows_total: 6000,
    report: { added: 6000, written: true },
  });
  expect(await countDocuments(library)).toBe(6000);
  expect(await library.read('import/jobs')).toMatchObject({ running: null, last: { id: job.id } });
});

test('an import that is cancelled leaves nothing', async () => {
  const library = await startManaging(onTestFinished);
  const { job } = await send(library, sheetOf(6000));
  // By the names before 1.0.0, which are accepted until 1.1.
  const answer = await library.post('import/call-off', { id: job.id });
  const named = { cancelled_by: 'librarian', called_off_by: 'librarian' };
  expect(answer.json()).toMatchObject({ job: named });
  expect(await ended(library, job.id)).toMatchObject({ state: 'cancelled', report: null });
  expect(await countDocuments(library)).toBe(0);
  expect((await send(library, sheetOf(3))).job).toMatchObject({ state: 'done' });
});

test('a large sheet that is no list says so', async () => {
  const library = await startManaging(onTestFinished);
  const { job } = await send(library, Buffer.from(`a,b\n${'x,y\n'.repeat(50_000)}`));
  const { state, fault } = await ended(library, job.id);
  expect([state, fault]).toEqual(['failed', expect.stringContaining('lacks a column')]);
});

test('an unknown import is not found', async () => {
  const library = await startManaging(onTestFinished);
  await expect(library.read('import/job?id=none')).rejects.toThrow('no longer exists');
});

test.skipIf(!canMount)(
  'a full folder for temporary files is reported in words, and changes nothing',
  async () => {
    const library = await startManaging(onTestFinished);
    const disk = await mountSmallDisk(onTestFinished, 64);
    vi.stubEnv('TMPDIR', disk);
    onTestFinished(() => void vi.unstubAllEnvs());
    const makeRoom = fillDisk(disk, 1);
    const refused = await send(library, sheetOf(6000));
    expect([refused.status, refused.message]).toEqual([
      503,
      'The server’s temporary folder is full or not writable. Nothing was changed. Tell your administrator.',
    ]);
    expect(await countDocuments(library)).toBe(0);
    makeRoom();
    const { job } = await send(library, sheetOf(10));
    expect(await ended(library, job.id)).toMatchObject({ state: 'done' });
  },
);
