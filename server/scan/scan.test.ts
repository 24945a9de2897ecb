import { execFileSync } from 'node:child_process';
import nodeFs from 'node:fs';
import {
  appendFile,
  mkdir,
  readFile,
  rename,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pdfAddress } from '#contract/file-name.ts';
import { smallPdf } from '../../test/small-pdf.ts';
import { isOnPostgres } from '../../test/databases.ts';
import { endlessShading } from '../../test/bombs.ts';
import { entryOf, startLibrary, startReading, type TestLibrary } from '../../test/harness.ts';
import { lockedPdf } from '../../test/pdfs.ts';
import { folderPlace } from './place.ts';
import { Scanner } from './scan.ts';
import { takeLease, releaseLease } from './lease.ts';
import { scanStateOf } from './scan-state.ts';
import type { WalkFs } from './walk.ts';

const pdf = await smallPdf({ pages: 2, title: 'Zinc plating' });

/** Verdict and words of every file that is there, by path. */
async function verdictsOf({ db }: TestLibrary): Promise<Record<string, string>> {
  const files = await db
    .selectFrom('files')
    .select(['path', 'verdict', 'fault'])
    .where('gone_at', 'is', null)
    .orderBy('path')
    .execute();
  return Object.fromEntries(
    files.map(({ path, verdict, fault }) => [
      path,
      fault === null ? verdict : `${verdict}: ${fault}`,
    ]),
  );
}

function inShare(library: TestLibrary, ...parts: string[]): string {
  return path.join(library.config.shareDir, ...parts);
}

function scansThrough(library: TestLibrary, fs: Partial<WalkFs>): Scanner {
  const { db, config } = library;
  return new Scanner({ db, place: folderPlace(config.shareDir, { ...nodeFs, ...fs }) });
}

test('of 100 files 93 are matched, and 7 are not for the right reason', async () => {
  const numbers = Array.from({ length: 95 }, (_, at) => `AM-${at + 1}`);
  const library = await startLibrary(onTestFinished, {
    entries: [...numbers, 'BX-7'].map((doc_num) => ({ doc_num })),
  });
  for (const doc_num of numbers.slice(0, 93)) {
    const own = await smallPdf({ pages: 1, title: doc_num });
    await writeFile(inShare(library, `${doc_num}_EN_1.pdf`), own);
  }
  const bad: Record<string, Uint8Array | string> = {
    'AM-94_EN_1.pdf': await lockedPdf(),
    'AM-95_EN_1.pdf': '%PDF-1.7\nthis was never a document\n%%EOF',
    'BX 7 rev 1 EN (final).pdf': pdf,
    'CX-1_EN_2.pdf': await smallPdf({ pages: 1, title: 'CX-1' }),
    'notes.pdf': '<html>no PDF at all</html>',
    'holiday.pdf': await smallPdf({ pages: 1, title: 'Holiday' }),
    'copy of AM-1.pdf': await readFile(inShare(library, 'AM-1_EN_1.pdf')),
  };
  for (const [name, content] of Object.entries(bad))
    await writeFile(inShare(library, name), content);
  await library.scan();

  const verdicts = await verdictsOf(library);
  const found = Object.entries(verdicts);
  expect(found.filter(([, verdict]) => verdict === 'matched')).toHaveLength(93);
  expect(Object.fromEntries(found.filter(([, verdict]) => verdict !== 'matched'))).toEqual({
    'AM-94_EN_1.pdf': 'encrypted',
    'AM-95_EN_1.pdf': 'broken: It lacks the structure of a PDF.',
    'BX 7 rev 1 EN (final).pdf': 'name_unknown',
    'CX-1_EN_2.pdf': 'no_entry',
    'notes.pdf': 'not_pdf',
    'holiday.pdf': 'name_unknown',
    'copy of AM-1.pdf': 'duplicate',
  });
});

test('what is in a PDF is read once for all files with the same bytes', async () => {
  const library = await startLibrary(onTestFinished, { entries: [{}] });
  await writeFile(inShare(library, 'AM-1_EN_1.pdf'), pdf);
  await mkdir(inShare(library, 'old'));
  await writeFile(inShare(library, 'old', 'AM-0_EN_1.pdf'), pdf);
  await library.scan();

  const contents = await library.db.selectFrom('contents').selectAll().execute();
  expect(contents).toMatchObject([
    {
      bytes: pdf.length,
      state: 'readable',
      fault: null,
      pages: 2,
      title: 'Zinc plating',
      page_sizes: '[{"pages":2,"width":595.28,"height":841.89}]',
    },
  ]);
  const texts = await library.db.selectFrom('page_texts').select(['page', 'text']).execute();
  expect(texts.map(({ page, text }) => [page, text.split(/\s*\n/)])).toEqual([
    [1, ['Zinc plating', 'Page 1 of 2']],
    [2, ['Zinc plating', 'Page 2 of 2']],
  ]);
  const pictures = await library.db.selectFrom('pictures').select(['type', 'image']).execute();
  expect(pictures.map(({ type }) => type)).toEqual(['image/png']);
  expect(
    Buffer.from(pictures[0]?.image ?? [])
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect(await verdictsOf(library)).toEqual({
    'AM-1_EN_1.pdf': 'matched',
    'old/AM-0_EN_1.pdf': 'duplicate',
  });
});

test.skipIf(isOnPostgres)(
  'a cover that takes for ever to draw costs a file its picture, not its text',
  async () => {
    const library = await startLibrary(onTestFinished, { entries: [{}] });
    await writeFile(inShare(library, 'AM-1_EN_1.pdf'), endlessShading());
    await library.scan({ processes: 1, pictureMs: 300 });
    expect(await verdictsOf(library)).toEqual({ 'AM-1_EN_1.pdf': 'matched' });
    const texts = await library.db.selectFrom('page_texts').select(['page', 'text']).execute();
    expect(texts).toEqual([{ page: 1, text: 'A slow cover' }]);
    expect(await library.db.selectFrom('pictures').select('hash').execute()).toEqual([]);
  },
);

test.skipIf(isOnPostgres)('a slow copy with long pauses is never published half', async () => {
  const library = await startReading(onTestFinished, { entries: [{}] });
  const whole = await smallPdf({ pages: 30, title: 'Slow' });
  const at = inShare(library, 'AM-1_EN_1.pdf');
  const scanner = scansThrough(library, {});
  const read = () => library.get(pdfAddress(entryOf({})));
  for (let from = 0; from < whole.length; from += 5000) {
    await appendFile(at, whole.subarray(from, from + 5000));
    if (from + 5000 >= whole.length) break;
    for (let time = 0; time < 3; time++) await scanner.scan(); // it does not change, yet is half
    expect((await read()).statusCode).toBe(503);
  }
  await scanner.scan();
  expect((await read()).json()).toMatchObject({ code: 'file_changing' });
  await scanner.scan();
  expect((await read()).rawPayload.equals(whole)).toBe(true);
});

test.skipIf(isOnPostgres)(
  'a file made in its full length first and filled then is not published before its end',
  async () => {
    const library = await startReading(onTestFinished, { entries: [{}] });
    const at = inShare(library, 'AM-1_EN_1.pdf');
    const time = new Date('2026-01-01T00:00:00Z');
    const scanner = scansThrough(library, {});
    const fill = async (bytes: number) => {
      await writeFile(at, pdf.subarray(0, bytes));
      await truncate(at, pdf.length);
      nodeFs.utimesSync(at, time, time); // its time does not change with the filling
      await scanner.scan();
      await scanner.scan();
      return (await library.get(pdfAddress(entryOf({})))).statusCode;
    };
    expect(await fill(0)).toBe(503);
    expect(await fill(pdf.length / 2)).toBe(503);
    expect(await fill(pdf.length)).toBe(200);
  },
);

test('a renamed file is the same file, and is not read again', async () => {
  const library = await startLibrary(onTestFinished, { entries: [{}] });
  await writeFile(inShare(library, 'wrong.pdf'), pdf);
  await library.scan();
  const before = await library.db.selectFrom('files').select(['id', 'hash']).execute();
  expect(await verdictsOf(library)).toEqual({ 'wrong.pdf': 'name_unknown' });
  await mkdir(inShare(library, 'Aurora'));
  await rename(inShare(library, 'wrong.pdf'), inShare(library, 'Aurora', 'AM-1_EN_1.pdf'));
  await scansThrough(library, {}).scan();
  expect(await verdictsOf(library)).toEqual({ 'Aurora/AM-1_EN_1.pdf': 'matched' });
  expect(await library.db.selectFrom('files').select(['id', 'hash']).execute()).toEqual(before);
});

test('a file exchanged for another of the same size and time is read again', async () => {
  const library = await startReading(onTestFinished, { entries: [{}] });
  const at = inShare(library, 'AM-1_EN_1.pdf');
  const time = new Date('2026-01-01T00:00:00Z');
  const title = async () =>
    (
      await library.db
        .selectFrom('files')
        .innerJoin('contents', 'contents.hash', 'files.hash')
        .select('title')
        .executeTakeFirstOrThrow()
    ).title;
  const paddedPdf = async (title: string) =>
    Buffer.concat([await smallPdf({ pages: 1, title }), Buffer.alloc(100, '\n')]).subarray(0, 1400);
  const [before, after] = [await paddedPdf('Nickel'), await paddedPdf('Copper')];
  expect(after.length).toBe(before.length);
  await writeFile(at, before);
  await utimes(at, time, time);
  await library.scan();
  expect(await title()).toBe('Nickel');

  await writeFile(`${at}.new`, after);
  await utimes(`${at}.new`, time, time);
  await rename(`${at}.new`, at);
  await library.scan();
  expect(await title()).toBe('Copper');
  expect(await verdictsOf(library)).toEqual({ 'AM-1_EN_1.pdf': 'matched' });
});

test('a deleted file is gone, and comes back with what is known of it', async () => {
  const library = await startReading(onTestFinished, { entries: [{}, { doc_num: 'AM-2' }] });
  await writeFile(inShare(library, 'AM-1_EN_1.pdf'), pdf);
  await writeFile(inShare(library, 'AM-2_EN_1.pdf'), await smallPdf({ pages: 1 }));
  await library.scan();
  const away = path.join(library.config.dataDir, 'away.pdf');
  await rename(inShare(library, 'AM-1_EN_1.pdf'), away);
  const scanner = scansThrough(library, {});
  await scanner.scan();
  expect(await verdictsOf(library)).toEqual({ 'AM-2_EN_1.pdf': 'matched' });
  expect((await library.get(pdfAddress(entryOf({})))).statusCode).toBe(404);
  await rename(away, inShare(library, 'AM-1_EN_1.pdf'));
  await scanner.scan();
  expect(await verdictsOf(library)).toEqual({
    'AM-1_EN_1.pdf': 'matched',
    'AM-2_EN_1.pdf': 'matched',
  });
});

test('of two files with one name the one nearer the top counts, and the other takes its place', async () => {
  const library = await startReading(onTestFinished, { entries: [{}] });
  const below = await smallPdf({ pages: 1, title: 'Below' });
  await mkdir(inShare(library, 'Aurora'));
  await writeFile(inShare(library, 'Aurora', 'AM-1_EN_1.pdf'), below);
  await writeFile(inShare(library, 'AM-1_EN_1.pdf'), pdf);
  await library.scan();
  const read = async () => (await library.get(pdfAddress(entryOf({})))).rawPayload;
  expect(await verdictsOf(library)).toEqual({
    'AM-1_EN_1.pdf': 'matched',
    'Aurora/AM-1_EN_1.pdf': 'duplicate',
  });
  expect((await read()).equals(pdf)).toBe(true);
  await rm(inShare(library, 'AM-1_EN_1.pdf'));
  await scansThrough(library, {}).scan();
  expect(await verdictsOf(library)).toEqual({ 'Aurora/AM-1_EN_1.pdf': 'matched' });
  expect((await read()).equals(below)).toBe(true);
});

test.skipIf(isOnPostgres)(
  'hidden, temporary and other files are passed over, and links are not followed',
  async () => {
    const library = await startLibrary(onTestFinished, { entries: [{}] });
    const names = ['.hidden.pdf', '~$AM-1_EN_1.pdf', 'AM-1_EN_1.pdf.part', 'a.tmp', 'Thumbs.db'];
    for (const name of [...names, 'AM-1.docx']) await writeFile(inShare(library, name), pdf);
    await mkdir(inShare(library, '.superseded'));
    await writeFile(inShare(library, '.superseded', 'AM-1_EN_1.pdf'), pdf);
    nodeFs.symlinkSync(inShare(library, '.hidden.pdf'), inShare(library, 'link.pdf'));
    expect(await library.scan()).toMatchObject({ state: 'done', files: 0, unsettled: 0 });
  },
);

// The share fails in every way that we know of, again and again.

const failing: [how: string, fs: Partial<WalkFs>, words: string][] = [
  ...(['EIO', 'ESTALE', 'EACCES', 'ETIMEDOUT'] as const).map(
    (code): [string, Partial<WalkFs>, string] => [
      `${code} on the folder`,
      { readdirSync: failAt(code, nodeFs.readdirSync, () => true) },
      `The shared folder cannot be read (${code}).`,
    ],
  ),
  [
    'an I/O error on one file',
    { lstatSync: failAt('EIO', nodeFs.lstatSync, (at) => at.endsWith('AM-2_EN_1.pdf')) },
    'The file "Aurora/AM-2_EN_1.pdf" cannot be read (EIO).',
  ],
];

function failAt<F>(code: string, call: F, where: (at: string) => boolean): F {
  const replaced = (at: string, ...rest: unknown[]) => {
    if (where(at)) throw Object.assign(new Error(code), { code });
    return (call as (...args: unknown[]) => unknown)(at, ...rest);
  };
  return replaced as F; // stands in for the very call that it wraps
}

async function startWithTwoFiles() {
  const library = await startReading(onTestFinished, { entries: [{}, { doc_num: 'AM-2' }] });
  await mkdir(inShare(library, 'Aurora'));
  await writeFile(inShare(library, 'AM-1_EN_1.pdf'), pdf);
  await writeFile(inShare(library, 'Aurora', 'AM-2_EN_1.pdf'), await smallPdf({ pages: 1 }));
  await library.scanNames();
  return library;
}

const bothThere = { 'AM-1_EN_1.pdf': 'checking', 'Aurora/AM-2_EN_1.pdf': 'checking' };

test.skipIf(isOnPostgres).each(failing)(
  '%s stops the scan and changes nothing',
  async (_how, fs, fault) => {
    const library = await startWithTwoFiles();
    expect(await scansThrough(library, fs).scan()).toEqual({ state: 'stopped', fault });
    expect(await verdictsOf(library)).toEqual(bothThere);
    expect((await library.get('/readyz')).json()).toMatchObject({ database: 'ok', share: fault });
    expect(await scansThrough(library, {}).scan()).toMatchObject({ state: 'done', files: 2 });
    expect((await library.get('/readyz')).json()).toMatchObject({ status: 'ok', share: 'ok' });
  },
);

test('a share unplugged 100 times loses nothing', async () => {
  const library = await startWithTwoFiles();
  const before = await library.db.selectFrom('files').selectAll().execute();
  const { shareDir } = library.config;
  const scanner = scansThrough(library, {});
  for (let time = 0; time < 100; time++) {
    await rename(shareDir, `${shareDir}-away`);
    if (time % 3 === 1) await writeFile(shareDir, 'a file where the folder was');
    if (time % 3 === 2) await mkdir(shareDir); // a mount point without its mount
    expect((await scanner.scan()).state).toBe('stopped');
    await rm(shareDir, { recursive: true, force: true });
    await rename(`${shareDir}-away`, shareDir);
    if (time % 10 === 0) await scanner.scan();
  }
  expect(await library.db.selectFrom('files').selectAll().execute()).toEqual(before);
});

test('a folder that is suddenly empty is believed only when a librarian says so', async () => {
  const library = await startWithTwoFiles();
  const scanner = scansThrough(library, {});
  await rm(inShare(library, 'AM-1_EN_1.pdf'));
  await rm(inShare(library, 'Aurora'), { recursive: true });
  expect(await scanner.scan()).toEqual({
    state: 'stopped',
    fault:
      'The shared folder is suddenly empty; it had 2 files. If that is intended, run: npm run library -- scan --accept-loss',
  });
  expect(await verdictsOf(library)).toEqual(bothThere);
  expect(await scanner.scan({ acceptLoss: true })).toMatchObject({ state: 'done', files: 0 });
  expect(await verdictsOf(library)).toEqual({});
  expect(await scanner.scan()).toMatchObject({ state: 'done', files: 0 });
});

test('a share with one stray file is not the share: many missing files are believed only when a librarian says so', async () => {
  const names = Array.from({ length: 44 }, (_, at) => `AM-${at + 1}_EN_1.pdf`);
  const files = Object.fromEntries(names.map((name) => [name, pdf]));
  const library = await startLibrary(onTestFinished, { files });
  const scanner = scansThrough(library, {});
  const share = library.config.shareDir;
  await rename(share, `${share}.plugged`);
  await mkdir(share);
  await writeFile(inShare(library, 'stray.pdf'), pdf);
  expect(await scanner.scan()).toEqual({
    state: 'stopped',
    fault:
      '44 of 44 files are suddenly missing from the shared folder. If that is intended, run: npm run library -- scan --accept-loss',
  });
  await rm(share, { recursive: true });
  await rename(`${share}.plugged`, share);
  expect(await scanner.scan()).toMatchObject({ state: 'done', files: 44, unsettled: 0 });
  expect(Object.keys(await verdictsOf(library))).toHaveLength(44);

  for (const name of names.slice(0, 11)) await rm(inShare(library, name)); // a quarter may go
  expect(await scanner.scan()).toMatchObject({ state: 'done', files: 33 });
  for (const name of names.slice(11, 22)) await rm(inShare(library, name));
  expect(await scanner.scan()).toMatchObject({ state: 'stopped' });
  expect(await scanner.scan({ acceptLoss: true })).toMatchObject({ state: 'done', files: 22 });
});

test('a subfolder that cannot be read is reported, keeps its files, and does not stop the rest', async () => {
  const library = await startWithTwoFiles();
  let isLocked = true;
  const scanner = scansThrough(library, {
    readdirSync: ((at: string, options: { withFileTypes: true }) => {
      if (isLocked && at.endsWith('/Aurora')) throw Object.assign(new Error(), { code: 'EACCES' });
      return nodeFs.readdirSync(at, options);
    }) as typeof nodeFs.readdirSync,
  });
  await writeFile(inShare(library, 'AM-9_EN_1.pdf'), pdf);
  const warning = 'The folder "Aurora" cannot be read (EACCES). Its files stay as they were.';
  expect(await scanner.scan()).toEqual({ state: 'done', files: 2, unsettled: 1, warning });
  expect(await verdictsOf(library)).toEqual({ ...bothThere, 'AM-9_EN_1.pdf': 'copying' });
  const { state, fault, ...told } = await scanStateOf(library.db, library.config, Date.now());
  expect([state, fault, told.warning]).toEqual(['ok', null, warning]);

  isLocked = false;
  expect(await scanner.scan()).toMatchObject({ state: 'done', files: 3, warning: null });
});

test.skipIf(isOnPostgres)(
  'a quick scan lists only folders that changed, and a full one finds a file rewritten in place',
  async () => {
    const { get, ...library } = await startReading(onTestFinished, {
      entries: [1, 2, 3].map((at) => ({ doc_num: `AM-${at}` })),
    });
    const long = new Date('2026-01-01');
    for (const [folder, name] of [
      ['A', 'AM-1_EN_1.pdf'],
      ['B', 'AM-2_EN_1.pdf'],
    ] as const) {
      await mkdir(inShare(library, folder));
      await writeFile(inShare(library, folder, name), pdf);
      await utimes(inShare(library, folder), long, long);
    }
    let listed: string[] = [];
    const scanner = new Scanner({
      db: library.db,
      now: library.library.now,
      place: folderPlace(library.config.shareDir, {
        ...nodeFs,
        readdirSync: ((at: string, options: { withFileTypes: true }) => {
          listed.push(path.relative(library.config.shareDir, at));
          return nodeFs.readdirSync(at, options);
        }) as typeof nodeFs.readdirSync,
      }),
    });
    const scan = async (quick: boolean) => {
      listed = [];
      const scanned = await scanner.scan({ quick });
      listed.sort();
      return { listed, ...('files' in scanned ? { files: scanned.files } : { state: 'stopped' }) };
    };
    const all = { listed: ['', 'A', 'B'], files: 2 };
    expect(await scan(false)).toEqual(all);
    expect(await scan(true)).toEqual(all); // too soon to trust the times
    expect(await scan(true)).toEqual(all);
    library.pass(6000);
    expect(await scan(true)).toEqual(all);
    expect(await scan(true)).toEqual({ listed: [], files: 2 });

    await writeFile(inShare(library, 'B', 'AM-3_EN_1.pdf'), pdf);
    expect(await scan(true)).toEqual({ listed: ['B'], files: 3 });
    expect(await scan(true)).toEqual({ listed: ['B'], files: 3 }); // it may still grow
    library.pass(6000);
    expect(await scan(true)).toEqual({ listed: ['B'], files: 3 });
    expect(await scan(true)).toEqual({ listed: [], files: 3 });
    await rm(inShare(library, 'A', 'AM-1_EN_1.pdf'));
    expect(await scan(true)).toEqual({ listed: ['A'], files: 2 });
    expect(Object.keys(await verdictsOf(library))).toEqual(['B/AM-2_EN_1.pdf', 'B/AM-3_EN_1.pdf']);

    await appendFile(inShare(library, 'B', 'AM-2_EN_1.pdf'), ' ');
    expect(await scan(true)).toEqual({ listed: ['A'], files: 2 });
    expect((await verdictsOf(library))['B/AM-2_EN_1.pdf']).toBe('checking');
    const address = pdfAddress({ doc_num: 'AM-2', language: 'EN', doc_rev: '1' });
    expect((await get(address)).statusCode).toBe(503); // never the bytes of another file
    expect(await scan(false)).toEqual({ listed: ['', 'A', 'B'], files: 2 });
    expect((await verdictsOf(library))['B/AM-2_EN_1.pdf']).toBe('copying');

    await rename(library.config.shareDir, `${library.config.shareDir}.plugged`);
    await mkdir(library.config.shareDir);
    expect(await scan(true)).toEqual({ listed: [''], state: 'stopped' });
    await rm(library.config.shareDir, { recursive: true });
    await rename(`${library.config.shareDir}.plugged`, library.config.shareDir);
    expect(await scan(true)).toEqual({ listed: ['', 'A', 'B'], files: 2 });
  },
);

test('an upload or a rename that the console records during a scan does not end the scan', async () => {
  const library = await startLibrary(onTestFinished, { files: { 'AM-2_EN_1.pdf': pdf } });
  let met = false;
  const scanner = scansThrough(library, {
    // After the folder is listed and before the scan writes: as an upload by the server does it.
    readdirSync: ((...args: Parameters<typeof nodeFs.readdirSync>) => {
      const listed = nodeFs.readdirSync(...args);
      if (met) return listed;
      met = true;
      const database = JSON.stringify(library.config.database);
      const program = path.join(import.meta.dirname, '../../test/record-files.ts');
      execFileSync(process.execPath, [program, database, 'AM-1_EN_1.pdf', 'AM-3_EN_1.pdf']);
      return listed;
    }) as typeof nodeFs.readdirSync,
  });
  await writeFile(inShare(library, 'AM-1_EN_1.pdf'), pdf);
  await rename(inShare(library, 'AM-2_EN_1.pdf'), inShare(library, 'AM-3_EN_1.pdf'));
  expect(await scanner.scan()).toMatchObject({ state: 'done' });
  for (let time = 0; time < 3; time++) await scanner.scan();
  expect(Object.keys(await verdictsOf(library)).toSorted()).toEqual([
    'AM-1_EN_1.pdf',
    'AM-3_EN_1.pdf',
  ]);
});

test.skipIf(isOnPostgres)(
  'files that did not change are neither opened nor written about',
  async () => {
    const library = await startLibrary(onTestFinished);
    for (let at = 0; at < 3000; at++) {
      if (at % 1000 === 0) await mkdir(inShare(library, String(at)));
      const name = `AM-${at}_EN_1.pdf`;
      nodeFs.writeFileSync(inShare(library, String(at - (at % 1000)), name), '%PDF-1.7 %%EOF');
    }
    const calls = { readdir: 0, lstat: 0, open: 0 };
    const counted = <F>(name: keyof typeof calls, call: F): F =>
      ((...args: unknown[]) => {
        calls[name] += 1;
        return (call as (...args: unknown[]) => unknown)(...args);
      }) as F;
    const scanner = scansThrough(library, {
      readdirSync: counted('readdir', nodeFs.readdirSync),
      lstatSync: counted('lstat', nodeFs.lstatSync),
      openSync: counted('open', nodeFs.openSync),
    });
    await scanner.scan();
    await scanner.scan();
    const count = async () => library.db.selectFrom('versions').select(['name', 'value']).execute();
    const before = await count();
    Object.assign(calls, { readdir: 0, lstat: 0, open: 0 });
    expect(await scanner.scan()).toMatchObject({ state: 'done', files: 3000, unsettled: 0 });
    expect(calls).toEqual({ readdir: 4, lstat: 3000, open: 0 });
    expect(await count()).toEqual(before);
  },
);

test('a lease from before a clock was set back does not keep others from scanning', async () => {
  const { db } = await startLibrary(onTestFinished);
  const day = 24 * 3600 * 1000;
  expect(await takeLease(db, 'first', 2 * day)).toBe(true);
  expect(await takeLease(db, 'second', day)).toBe(true);
});

test('of two nodes one scans at a time, and the other takes over when it dies', async () => {
  const { db } = await startLibrary(onTestFinished);
  const second = 1000;
  expect(await takeLease(db, 'first', 1)).toBe(true);
  expect(await takeLease(db, 'second', 10 * second)).toBe(false);
  expect(await takeLease(db, 'first', 20 * second)).toBe(true);
  expect(await takeLease(db, 'second', 43 * second)).toBe(false);
  expect(await takeLease(db, 'second', 45 * second)).toBe(true); // the first has been silent
  expect(await takeLease(db, 'first', 46 * second)).toBe(false);
  await releaseLease(db, 'second');
  expect(await takeLease(db, 'first', 47 * second)).toBe(true);
});
