import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { ManagedDocument } from '#contract/editing.ts';
import { smallPdf } from '../../test/small-pdf.ts';
import { startManaging, startReading, type TestLibrary } from '../../test/harness.ts';
import { listing, refuse, StandInStore } from '../../test/object-store.ts';
import { BucketObjects } from '../share/bucket/objects.ts';
import { bucketPlace } from './place.ts';
import { Scanner } from './scan.ts';

const pdf = await smallPdf({ pages: 2, title: 'Zinc plating' });
const first = 'pdfs/AM-1_EN_1.pdf';
const address = '/document/egd-lib/AM-1_EN_1.pdf';

async function startWithStore(objects: Record<string, Uint8Array | string>, doc_nums = ['AM-1']) {
  const store = await StandInStore.start(onTestFinished);
  for (const [key, bytes] of Object.entries(objects)) store.put(key, bytes);
  const entries = doc_nums.map((doc_num) => ({ doc_num }));
  const library = await startReading(onTestFinished, { env: store.env, entries });
  return { ...library, store };
}

const filesOf = ({ db }: Pick<TestLibrary, 'db'>) =>
  db
    .selectFrom('files')
    .leftJoin('contents', 'contents.hash', 'files.hash')
    .select(['path', 'verdict', 'gone_at', 'pages'])
    .orderBy('path')
    .execute();

test('the PDFs of a bucket are found, read and sent like those of a folder', async () => {
  const long = Buffer.concat([pdf, Buffer.from(`${'%'.repeat(700_000)}\n%%EOF\n`)]);
  const { get, store, ...library } = await startWithStore(
    {
      [first]: pdf,
      'pdfs/Größe 1+2 (neu)/AM-2_EN_1.pdf': long,
      'pdfs/note_EN_1.pdf': 'no PDF at all',
      'pdfs/AM-3_EN_1.txt': pdf,
      'pdfs//AM-4_EN_1.pdf': pdf,
      'pdfs/../AM-5_EN_1.pdf': pdf,
      'pdfs/a\\AM-6_EN_1.pdf': pdf,
      'pdfs/\u0001AM-7_EN_1.pdf': pdf,
      'pdfs/.trash/AM-8_EN_1.pdf': pdf,
      'other/AM-9_EN_1.pdf': pdf,
    },
    ['AM-1', 'AM-2'],
  );
  expect(await library.scan()).toMatchObject({ state: 'done', files: 3, warning: null });
  const is = { gone_at: null };
  expect(await filesOf(library)).toEqual([
    { path: 'AM-1_EN_1.pdf', verdict: 'matched', pages: 2, ...is },
    { path: 'Größe 1+2 (neu)/AM-2_EN_1.pdf', verdict: 'matched', pages: 2, ...is },
    { path: 'note_EN_1.pdf', verdict: 'not_pdf', pages: null, ...is },
  ]);
  const whole = await get('/document/egd-lib/AM-2_EN_1.pdf');
  expect([whole.statusCode, whole.rawPayload.equals(long)]).toEqual([200, true]);
  const part = await get(address, { range: 'bytes=5-14' });
  expect([part.statusCode, part.rawPayload.equals(pdf.subarray(5, 15))]).toEqual([206, true]);
  expect(part.headers).toMatchObject({
    'content-range': `bytes 5-14/${pdf.length}`,
    'last-modified': 'Thu, 15 Jan 2026 08:00:00 GMT',
  });
  const { etag = '' } = part.headers;
  expect((await get(address, { 'if-none-match': etag })).statusCode).toBe(304);
  expect((await get('/readyz')).json()).toMatchObject({ status: 'ok', share: 'ok' });
});

test('a PDF whose bytes stop coming while it is read is read later, and not called broken', async () => {
  const long = Buffer.concat([pdf, Buffer.from(`${'%'.repeat(700_000)}\n%%EOF\n`)]);
  const { store, ...library } = await startWithStore({ [first]: long });
  store.fault = ({ headers }, response) => {
    if (headers.range !== 'bytes=0-262143') return 'passes'; // its ends and its hash are read
    refuse(response, 403, 'AccessDenied');
    return 'answered';
  };
  await library.scan();
  expect(await filesOf(library)).toMatchObject([{ verdict: 'checking', pages: null }]);
  store.fault = null;
  await library.scan();
  expect(await filesOf(library)).toMatchObject([{ verdict: 'matched', pages: 2 }]);
});

test('an object that was replaced or removed is not sent until a scan has seen it', async () => {
  const { get, store, ...library } = await startWithStore({ [first]: pdf, 'pdfs/x_EN_1.pdf': pdf });
  await library.scanNames();
  const before = await get(address);
  const other = Buffer.from(pdf);
  other.write('%PDF-1.4', 'latin1');
  store.put(first, other); // of the same size and second
  const replaced = await get(address);
  expect(replaced.headers.etag).not.toBe(before.headers.etag);
  store.put(first, `${pdf.toString('latin1')}\n`, '2026-01-16T08:00:00Z');
  expect([(await get(address)).json()]).toMatchObject([{ code: 'file_changing' }]);
  await library.scanNames();
  expect((await get(address)).statusCode).toBe(200);
  store.objects.delete(first);
  expect([(await get(address)).json()]).toMatchObject([{ code: 'file_changing' }]);
  await library.scanNames();
  expect((await get(address)).statusCode).toBe(404);
});

test('a store that fails, or lists nothing, leaves every file in place', async () => {
  const { get, store, ...library } = await startWithStore({ [first]: pdf });
  for (let at = 0; at < 1100; at++) store.put(`pdfs/${at % 7}/N-${at}_EN_1.pdf`, `${at}`);
  await library.scanNames();
  expect(store.requests).toEqual(['GET /standards', 'GET /standards']); // pages of 1,000
  expect(await filesOf(library)).toHaveLength(1101);
  const { bucket, shareDir } = library.config;
  if (bucket === null) throw new Error('The settings name a bucket.');
  const scannerWithin = (longestMs?: number) => {
    const limits = longestMs === undefined ? {} : { longestMs };
    const place = bucketPlace(shareDir, new BucketObjects(bucket, limits));
    return new Scanner({ db: library.db, place });
  };
  const scanner = scannerWithin();
  const page = (key: string, token: string | null) =>
    listing(
      `<Contents><Key>${key}</Key><LastModified>2026-01-15T08:00:00Z</LastModified><ETag>e</ETag><Size>1</Size></Contents>`,
      token,
    );
  const refusing = (status: number, code: string) => (response: ServerResponse) =>
    refuse(response, status, code);
  const faults: [(response: ServerResponse, time: number) => unknown, string][] = [
    [refusing(403, 'InvalidAccessKeyId'), 'refuses access to the bucket "standards" (InvalidA'],
    [refusing(403, 'RequestTimeTooSkewed'), 'The clock of this machine differs too much'],
    [refusing(404, 'NoSuchBucket'), 'has no bucket "standards"'],
    [refusing(503, 'SlowDown'), 'is overloaded or fails (SlowDown)'],
    [
      (response) => {
        response.setHeader('x-amz-bucket-region', 'eu-central-1');
        refuse(response, 301, 'PermanentRedirect');
      },
      'is elsewhere, in eu-central-1 (PermanentRedirect)',
    ],
    [(response) => response.end(listing('', null)), 'is suddenly empty; 1101 files were there'],
    [
      (response) => response.end(page('pdfs/a.pdf', null)),
      '1101 of 1101 files are suddenly missing',
    ],
    [(response) => response.end(page('pdfs/a.pdf', 'next')), 'its pages repeat'],
    [(response, time) => response.end(listing('', `${time}`)), 'its pages repeat'],
    [(response, time) => response.end(page('pdfs/a.pdf', `${time}`)), 'its pages repeat'],
    [(response) => response.end(page('pdfs/a.pdf', null).slice(0, -9)), 'it is cut off'],
    [
      (response) => {
        response.writeHead(200, { 'content-length': '9999' });
        response.write('<ListBucketResult>', () => response.destroy());
      },
      'breaks off (ECONNRESET)',
    ],
  ];
  for (const [answer, message] of faults) {
    let time = 0;
    store.fault = (_request, response) => {
      answer(response, ++time);
      return 'answered';
    };
    const scanned = await scanner.scan();
    expect(scanned).toEqual({ state: 'stopped', fault: expect.stringContaining(message) });
  }
  store.fault = () => 'answered'; // and never does
  expect(await scannerWithin(100).scan()).toEqual({
    state: 'stopped',
    fault: `The object store ${bucket.endpoint} does not answer.`,
  });
  // The second page fails.
  let pages = 0;
  store.fault = (_request, response) => {
    if (++pages === 1) return 'passes';
    refuse(response, 403, 'AccessDenied');
    return 'answered';
  };
  expect(await scanner.scan()).toMatchObject({ state: 'stopped' });
  const gone = (await filesOf(library)).filter(({ gone_at }) => gone_at !== null);
  expect(gone).toEqual([]);
  // A reader is asked to try again, and sees nothing of the store's words.
  expect([(await get(address)).json()]).toMatchObject([
    { code: 'share_unreachable', message: 'The shared folder cannot be read. Try again.' },
  ]);
  store.fault = null;
  expect(await scanner.scan()).toMatchObject({ state: 'done', files: 1101 });
  expect((await get(address)).statusCode).toBe(200);
});

test('the console refuses to change files of a bucket, in words, and nothing is left over', async () => {
  const store = await StandInStore.start(onTestFinished);
  store.put('pdfs/AM 1 EN rev 1.pdf', pdf);
  const library = await startManaging(onTestFinished, {
    env: store.env,
    entries: [{}, { doc_num: 'AM-2' }],
  });
  await library.scanNames();
  const [document, second] = (await library.read<{ data: ManagedDocument[] }>('documents')).data;
  const refusal = {
    code: 'share_read_only',
    message:
      'The PDFs are in object storage and are managed there: upload, replace or rename the file in the bucket.',
  };
  const uploaded = await library.app.inject({
    method: 'PUT',
    url: `/vue-egd-lib/api/manage/documents/${second?.id}/file`,
    headers: { cookie: library.cookie, 'content-type': 'application/pdf' },
    payload: pdf,
  });
  expect([uploaded.statusCode, uploaded.json()]).toMatchObject([409, refusal]);
  const { id } = await library.db.selectFrom('files').select('id').executeTakeFirstOrThrow();
  const rows = [{ file_id: id, document_id: document?.id }];
  const renamed = await library.post('files/rename', { rows });
  const refused = [{ file_id: id, refused: refusal.message }];
  expect(renamed.json()).toMatchObject({ results: refused });
  const aside = await library.post('files/set-aside', { file_ids: [id] });
  expect(aside.json()).toMatchObject({ results: refused });
  expect(await library.db.selectFrom('file_changes').selectAll().execute()).toEqual([]);
  expect([...store.objects.keys()]).toEqual(['pdfs/AM 1 EN rev 1.pdf']);
});
