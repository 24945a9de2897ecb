import { hash as hashOf } from 'node:crypto';
import nodeFs from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isOnPostgres } from '../../test/databases.ts';
import { aheadHeader, contentHeader } from '#contract/calls.ts';
import { halfBrokenPdf, lockedPdf, rawPdf, stream } from '../../test/pdfs.ts';
import {
  type LibraryOptions,
  startReading,
  temporaryFolder,
  type TestLibrary,
} from '../../test/harness.ts';
import { readPng } from '../../test/read-png.ts';
import { canMount, fillDisk, mountSmallDisk } from '../../test/small-disk.ts';
import { SharedFolder } from '../share/shared-folder.ts';
import { PagePictures } from './page-pictures.ts';

const name = 'AM-1_EN_1.pdf';
const address = `/vue-egd-lib/api/pages/${name}`;

/** Pages of 200 by 100 points, white, with the upper left quarter in the colour. */
function quarterPdf(colours: string[], entries: string[] = []): Buffer {
  const kids = colours.map((_, at) => `${3 + 2 * at} 0 R`).join(' ');
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${colours.length} >>`,
    ...colours.flatMap((colour, at) => [
      `<< /Type /Page /Parent 2 0 R ${boxesOf(entries[at])} /Contents ${4 + 2 * at} 0 R >>`,
      stream(`${colour} rg 0 50 100 50 re f`),
    ]),
  ]);
}

function boxesOf(entries = ''): string {
  return entries.includes('MediaBox') ? entries : `/MediaBox [0 0 200 100] ${entries}`;
}

const [red, green, blue] = ['1 0 0', '0 1 0', '0 0 1'];

async function startWith(pdf: Uint8Array, options: LibraryOptions = {}) {
  const library = await startReading(onTestFinished, { entries: [{}], ...options });
  await library.write(name, pdf);
  await library.scan();
  return library;
}

/** Size and colours of the four quarters: upper left, upper right, lower left, lower right. */
async function quartersOf(png: Uint8Array) {
  const { width, height, rgba } = await readPng(png);
  const colourAt = (x: number, y: number) => {
    const at = 4 * (Math.floor(y * height) * width + Math.floor(x * width));
    return Buffer.from(rgba.subarray(at, at + 3)).toString('hex');
  };
  const places = [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) => colourAt(x, y)));
  return { size: [width, height], colours: places };
}

test('pages are listed with their sizes, and each picture shows its own page', async () => {
  const pdf = quarterPdf([red, green, blue]);
  const library = await startWith(pdf);
  const content = hashOf('sha256', pdf);
  const facts = await library.get(address);
  expect(facts.json()).toEqual({
    content,
    pages: 3,
    page_sizes: [{ pages: 3, width: 200, height: 100 }],
  });
  for (const [page, colour] of [
    [1, 'ff0000'],
    [2, '00ff00'],
    [3, '0000ff'],
  ] as const) {
    const answer = await library.get(`${address}/${page}?content=${content}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      [contentHeader]: content,
      etag: `"${content}-${page}-0-v2"`,
    });
    expect(await quartersOf(answer.rawPayload)).toEqual({
      size: [600, 300],
      colours: [colour, 'ffffff', 'ffffff', 'ffffff'],
    });
  }
  // By which a browser knows that picture and PDF are of one content.
  const file = await library.get(`/document/egd-lib/${name}`, { range: 'bytes=1-1' });
  expect(file.headers[contentHeader]).toBe(content);
  const again = await library.get(`${address}/3`, { 'if-none-match': `"${content}-3-0-v2"` });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test.skipIf(isOnPostgres)(
  'rotated, cropped and huge pages are drawn as they are shown, within the limits',
  async () => {
    const white = 'ffffff';
    const shown = [
      ['', 90, [300, 600], [white, 'ff0000', white, white]],
      ['', 180, [600, 300], [white, white, white, 'ff0000']],
      ['', 270, [300, 600], [white, white, 'ff0000', white]],
      ['/Rotate 90', 0, [300, 600], [white, 'ff0000', white, white]],
      ['/Rotate 90', 270, [600, 300], ['ff0000', white, white, white]],
      ['/CropBox [0 50 200 100]', 0, [600, 150], ['ff0000', white, 'ff0000', white]],
      ['/MediaBox [0 0 2384 3370]', 0, [778, 1100], [white, white, white, white]], // A0
      ['/MediaBox [0 0 14400 14400]', 0, [925, 925], [white, white, white, white]],
      ['/MediaBox [0 0 14400 36]', 0, [4000, 10], [white, white, white, white]],
    ] as const;
    const library = await startWith(
      quarterPdf(
        shown.map(() => red),
        shown.map(([entries]) => entries),
      ),
    );
    for (const [at, [, rotation, size, colours]] of shown.entries()) {
      const answer = await library.get(`${address}/${at + 1}?rotation=${rotation}`);
      expect(await quartersOf(answer.rawPayload)).toEqual({ size, colours });
    }
  },
);

test.skipIf(isOnPostgres)('a picture is refused as the PDF is', async () => {
  const library = await startWith(quarterPdf([red]), {
    entries: [{}, { doc_num: 'AM-2' }, { doc_num: 'AM-3' }],
  });
  await library.put('AM-3_EN_1.pdf', 'no PDF, but there');
  await library.db
    .updateTable('files')
    .set({ verdict: 'not_pdf' })
    .where('name', '=', 'AM-3_EN_1.pdf')
    .execute();
  await library.addUser('guest');
  const guest = await library.signIn('guest');
  const refusals = async (url: string, cookie: string) => {
    const answer = await library.app.inject({ url, headers: { cookie } });
    const { code, message } = answer.json<{ code: string; message: string }>();
    return [answer.statusCode, code, message];
  };
  for (const [file, cookie, refusal] of [
    [name, '', [401, 'not_signed_in']],
    [name, guest, [403, 'no_permission']],
    ['AM-2_EN_1.pdf', library.cookie, [404, 'not_found']], // missing
    ['AM-3_EN_1.pdf', library.cookie, [409, 'file_damaged']],
    ['AM-4_EN_1.pdf', library.cookie, [404, 'not_found']], // no entry
  ] as const) {
    const pdf = await refusals(`/document/egd-lib/${file}`, cookie);
    expect(pdf).toEqual([...refusal, pdf[2]]);
    expect(await refusals(`/vue-egd-lib/api/pages/${file}/1`, cookie)).toEqual(pdf);
    expect(await refusals(`/vue-egd-lib/api/pages/${file}`, cookie)).toEqual(pdf);
  }
});

test.skipIf(isOnPostgres)(
  'when the share is gone or the file was replaced, no stored picture is shown',
  async () => {
    const library = await startWith(quarterPdf([red]));
    const content = hashOf('sha256', quarterPdf([red]));
    expect((await library.get(`${address}/1`)).statusCode).toBe(200);
    await library.write(name, quarterPdf([green, blue]));
    const changing = await library.get(`${address}/1`);
    expect([changing.statusCode, changing.json()]).toMatchObject([503, { code: 'file_changing' }]);
    await library.scan();
    const other = await library.get(`${address}/1?content=${content}`);
    expect([other.statusCode, other.json()]).toMatchObject([409, { code: 'changed_meanwhile' }]);
    const { colours } = await quartersOf((await library.get(`${address}/1`)).rawPayload);
    expect(colours).toEqual(['00ff00', 'ffffff', 'ffffff', 'ffffff']);
    nodeFs.renameSync(library.config.shareDir, `${library.config.shareDir}-away`);
    const gone = await library.get(`${address}/1`);
    expect([gone.statusCode, gone.json()]).toMatchObject([503, { code: 'share_unreachable' }]);
  },
);

test.skipIf(isOnPostgres)(
  'where there is no picture, the answer says so: locked, broken, beyond the end, or switched off',
  async () => {
    const library = await startWith(await lockedPdf(), { entries: [{}, { doc_num: 'AM-2' }] });
    await library.write('AM-2_EN_1.pdf', halfBrokenPdf());
    await library.scan();
    const half = '/vue-egd-lib/api/pages/AM-2_EN_1.pdf';
    expect((await library.get(`${half}/1`)).statusCode).toBe(200);
    for (const url of [address, `${address}/1`, `${half}/2`]) {
      const answer = await library.get(url);
      expect([url, answer.statusCode, answer.body]).toEqual([url, 204, '']);
    }
    const beyond = await library.get(`${half}/3`);
    expect([beyond.statusCode, beyond.json()]).toMatchObject([404, { code: 'not_found' }]);
    for (const url of [`${half}/0`, `${half}/1?rotation=45`, `${half}/x`]) {
      expect((await library.get(url)).statusCode).toBe(400);
    }
    const off = await startWith(quarterPdf([red]), { env: { PAGE_PICTURES_MB: '0' } });
    expect((await off.get(`${address}/1`)).statusCode).toBe(204);
  },
);

test('a stored picture is not drawn again; what is fetched ahead is counted and recorded as that', async () => {
  const library = await startWith(quarterPdf([red, green, blue]), { env: { ACCESS_AUDIT: 'all' } });
  const recorded = async () => {
    const lines = await library.db
      .selectFrom('access_audit')
      .select(['action', 'detail'])
      .orderBy('id')
      .execute();
    return lines.filter(({ detail }) => detail === name).map(({ action }) => action);
  };
  const first = await library.get(`${address}/1`, { [aheadHeader]: '1' });
  await library.get(`${address}/1`, { [aheadHeader]: '1' });
  const third = await library.get(`${address}/3`, { [aheadHeader]: '1' });
  const pdf = `/document/egd-lib/${name}`;
  await library.get(pdf, { range: 'bytes=0-99', [aheadHeader]: '1' });
  await library.get(pdf, { range: 'bytes=100-199', [aheadHeader]: '1' });
  await expect.poll(recorded).toEqual(['document_fetched_ahead']);
  const recent = async () => (await library.get('/vue-egd-lib/api/quick-open?q=')).json();
  expect(await recent()).toMatchObject({ data: [] });
  const metrics = (await library.app.inject('/metrics')).body;
  expect(metrics).toContain('library_page_pictures_total{source="drawn"} 2\n');
  expect(metrics).toContain('library_page_pictures_total{source="stored"} 1\n');
  expect(metrics).toContain('library_ahead_total 5\n');
  const bytes = first.rawPayload.length + third.rawPayload.length;
  expect(metrics).toContain(`library_page_pictures_bytes ${bytes}\n`);
  const sent = bytes + first.rawPayload.length + 200;
  expect(metrics).toContain(`library_ahead_bytes_total ${sent}\n`);
  // As the viewer does when a reader opens what was fetched ahead.
  await library.get(pdf, { range: 'bytes=0-0' });
  await expect.poll(recorded).toEqual(['document_fetched_ahead', 'document_opened']);
  await library.get(`${pdf}?download`, { [aheadHeader]: '1' });
  await expect
    .poll(recorded)
    .toEqual(['document_fetched_ahead', 'document_opened', 'document_downloaded']);
});

test.skipIf(isOnPostgres)('the pages beside the one that is read are drawn, too', async () => {
  const library = await startWith(quarterPdf([red, green, blue]));
  const content = hashOf('sha256', quarterPdf([red, green, blue]));
  await library.get(`${address}/2`);
  const folder = path.join(library.config.dataDir, 'page-pictures', content.slice(0, 2));
  await expect
    .poll(async () => (await readdir(folder)).filter((one) => !one.endsWith('.part')).toSorted())
    .toEqual([1, 2, 3].map((page) => `${content}-${page}-0-v2`));
  const first = await readFile(path.join(folder, `${content}-1-0-v2`));
  expect((await quartersOf(first)).colours[0]).toBe('ff0000');
});

test.skipIf(isOnPostgres)('a store that is lost or cannot be written costs only time', async () => {
  const library = await startWith(quarterPdf([red]));
  const store = path.join(library.config.dataDir, 'page-pictures');
  const before = await library.get(`${address}/1`);
  await rm(store, { recursive: true });
  nodeFs.writeFileSync(store, 'not a folder');
  const after = await library.get(`${address}/1`);
  expect(after.rawPayload.equals(before.rawPayload)).toBe(true);
});

/** The pictures of a node, with a folder of its own or that of another. */
async function startNode(library: TestLibrary, dataDir: string) {
  const { shareDir } = library.config;
  const settings = { ...library.config, dataDir, pagePicturesMegabytes: 1 };
  const node = new PagePictures(
    settings,
    new SharedFolder({ root: library.config.shareDir }),
    library.app.log,
  );
  onTestFinished(() => node.close());
  const facts = await stat(path.join(shareDir, name), { bigint: true });
  const file = { path: name, bytes: Number(facts.size), modified_ns: String(facts.mtimeNs) };
  const find = (page: number) =>
    node.find(
      'anna',
      { hash: 'a'.repeat(64), page, rotation: 0, file, pages: 5 },
      new AbortController().signal,
    );
  return { node, find };
}

test.skipIf(isOnPostgres)(
  'a restarted server finds its pictures, another node draws its own, the same',
  async () => {
    const library = await startWith(quarterPdf([red]));
    const { dataDir } = library.config;
    const before = await startNode(library, dataDir);
    const picture = await before.find(1);
    const restarted = await startNode(library, dataDir);
    expect(await restarted.find(1)).toEqual(picture);
    expect(restarted.node.counts).toMatchObject({ stored: 1, drawn: 0 });
    const other = await startNode(library, await temporaryFolder(onTestFinished));
    expect(Buffer.from((await other.find(1)) as Uint8Array)).toEqual(
      Buffer.from(picture as Uint8Array),
    );
    expect(other.node.counts).toMatchObject({ stored: 0, drawn: 1 });
  },
);

test.skipIf(isOnPostgres)(
  'one user has one page drawn and three waiting; a fifth is refused',
  async () => {
    const library = await startWith(quarterPdf([red, green, blue, red, green]));
    const { find } = await startNode(library, library.config.dataDir);
    const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(find));
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array(4).fill('fulfilled'),
      'rejected',
    ]);
    expect(answers[4]).toMatchObject({ reason: { code: 'too_many_waiting' } });
  },
);

test.skipIf(!canMount || isOnPostgres)('a full disk costs only time', async () => {
  const library = await startWith(quarterPdf([red]));
  const disk = await mountSmallDisk(onTestFinished, 64);
  const makeRoom = fillDisk(disk);
  const { node, find } = await startNode(library, disk);
  expect((await quartersOf((await find(1)) as Uint8Array)).colours[0]).toBe('ff0000');
  await find(1);
  expect(node.counts).toMatchObject({ stored: 0, drawn: 2 });
  makeRoom();
  await find(1);
  await find(1);
  expect(node.counts).toMatchObject({ stored: 1, drawn: 3 });
});
