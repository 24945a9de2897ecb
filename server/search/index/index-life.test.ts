import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from '../../../cli/library.ts';
import { envOf } from '../../../test/databases.ts';
import type { CleanUp } from '../../../test/clean-up.ts';
import { textPdf } from '../../../test/pdfs.ts';
import { patiently, type Searching, startSearching } from '../../../test/searching.ts';
import { shared } from '../../../test/shared.ts';
import { buildApp } from '../../app.ts';
import {
  besides,
  indexPathsIn,
  indexVersion,
  openIndexToRead,
  removeIndexFiles,
  UnusableIndexError,
} from './index-file.ts';
import { reportOnIndex } from './index-report.ts';
import { LibraryIndex } from './library-index.ts';
import { WriterLock } from './writer-lock.ts';

/** A library in which one text is found. */
async function startWithText(cleanUp: CleanUp = onTestFinished) {
  const library = await startSearching(cleanUp, { entries: [{}] });
  await library.write('AM-1_EN_1.pdf', await textPdf('passivation'));
  await library.scan();
  await expectFound(library);
  return { ...library, paths: indexPathsIn(library.config.dataDir) };
}

async function expectFound(library: Pick<Searching, 'textsWith'>): Promise<void> {
  // `expect.poll` is for tests alone.
  await vi.waitFor(
    async () => expect(await library.textsWith('passivation')).toEqual(['AM-1 1']),
    patiently,
  );
}

/** The server once more, on the same library. */
async function startAgain({ config, library, cookie }: Searching) {
  const app = await buildApp({ config, library, webDir: null });
  onTestFinished(() => app.close());
  return {
    app,
    search: () => app.inject({ url: '/vue-egd-lib/api/search?q=passivation', headers: { cookie } }),
  };
}

/** Built again already, the text is found; never is an empty answer given for a text that is there. */
async function expectRefusedInWordsOrFound(library: Searching): Promise<void> {
  const answer = await library.ask('search?q=passivation');
  const refused = {
    status: 503,
    retry: '5',
    code: 'search_unavailable',
    message: 'The search index is being built. Choose a customer and a standard number instead.',
  };
  const { code, message, total } = answer.json<Record<string, unknown>>();
  const retry = answer.headers['retry-after'];
  expect(total === 1 ? 'found' : { status: answer.statusCode, retry, code, message }).toEqual(
    total === 1 ? 'found' : refused,
  );
  expect((await library.ask('customers')).statusCode).toBe(200);
}

describe('while a server runs', () => {
  const started = shared(startWithText);

  test('nobody else can read the index', async () => {
    const { paths } = started();
    for (const file of [paths.file, `${paths.file}-wal`, paths.lock]) {
      expect(statSync(file).mode & 0o077).toBe(0);
    }
  });

  test.each([
    [
      'deleted',
      (file: string) => [file, ...besides(file)].forEach((part) => rmSync(part, { force: true })),
    ],
    ['deleted without what lies beside it', (file: string) => rmSync(file)],
  ])(
    'an index that is %s while it is asked is told as missing and built again',
    async (_how, spoil) => {
      const library = started();
      spoil(library.paths.file);
      await expectRefusedInWordsOrFound(library);
      await expectFound(library);
    },
  );

  test('an index that is replaced by rubbish is told as missing and built again', async () => {
    const library = started();
    await writeFile(`${library.paths.file}.rubbish`, 'rubbish'.repeat(10_000));
    await rename(`${library.paths.file}.rubbish`, library.paths.file);
    await expectRefusedInWordsOrFound(library);
    await expectFound(library);
  });
});

describe('when a server starts', () => {
  const ended = shared(async (cleanUp) => {
    const library = await startWithText(cleanUp);
    await library.app.close();
    return library;
  });

  test.each([
    ['rubbish', (file: string) => writeFileSync(file, 'rubbish'.repeat(10_000))],
    ['empty', (file: string) => truncateSync(file)],
    ['cut off', (file: string) => truncateSync(file, 20_000)],
    [
      'damaged in its middle',
      (file: string) => {
        const bytes = readFileSync(file);
        writeFileSync(file, bytes.fill(0xa5, 4096));
      },
    ],
    ['with the journal of a writer that was killed', leaveJournal],
  ])('an index that is found %s at the start is built again', async (_how, spoil) => {
    const library = ended();
    spoil(library.paths.file);
    const { search } = await startAgain(library);
    await expect.poll(async () => (await search()).statusCode, patiently).toBe(200);
    await expect
      .poll(async () => (await search()).json<{ total: number }>().total, patiently)
      .toBe(1);
    // It answers from what it has while it is still being built.
    await expect
      .poll(() => reportOnIndex(library.db, library.paths), patiently)
      .toMatchObject({ state: 'whole' });
  });

  test('an index of another version refuses in words, and is built anew', async () => {
    const library = ended();
    setVersion(library.paths.file, indexVersion - 1);
    expect(await reportOnIndex(library.db, library.paths)).toEqual({ state: 'other_version' });
    const lock = WriterLock.take(library.paths.lock); // nothing is built before it is released
    const { search } = await startAgain(library);
    const refused = await search();
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({ code: 'search_unavailable' });
    lock?.release();
    await expect.poll(async () => (await search()).json(), patiently).toMatchObject({ total: 1 });
  });

  test('of an index that is being built numbers are found before texts, and it says what it lacks', async () => {
    const library = ended();
    const lock = WriterLock.take(library.paths.lock); // nothing else is built before it is released
    const next = await LibraryIndex.create(library.paths.file, library.db);
    await next.step();
    next.close();
    const { app, search } = await startAgain(library);
    const headers = { cookie: library.cookie };
    const open = async (q: string) =>
      (await app.inject({ url: `/vue-egd-lib/api/quick-open?q=${q}`, headers })).json<unknown>();
    expect(await open('AM-1')).toMatchObject({ data: [{ doc_num: 'AM-1' }], not_indexed: 0 });
    expect((await search()).json()).toMatchObject({ total: 0, not_indexed: 1, unread: 0 });
    await library.add({ doc_num: 'AM-2', doc_desc: 'Passivation of zinc' });
    expect((await search()).json()).toMatchObject({ total: 0, not_indexed: 2 });
    expect(await open('AM-2')).toMatchObject({ data: [], not_indexed: 1 });
    lock?.release();
    await expect
      .poll(async () => (await search()).json(), patiently)
      .toMatchObject({ total: 2, not_indexed: 0 });
  });
});

test('an index of another library is not gone on with', async () => {
  const other = await startWithText();
  await other.app.close();
  const library = await startSearching(onTestFinished, {
    entries: [{ doc_num: 'B-1' }, { doc_num: 'B-2' }],
  });
  const { file } = indexPathsIn(library.config.dataDir);
  writeFileSync(file, readFileSync(other.paths.file));
  await expect
    .poll(() => reportOnIndex(library.db, indexPathsIn(library.config.dataDir)), patiently)
    .toMatchObject({ state: 'whole', entries: 1 });
  await library.search('anything'); // starts what looks after the index
  await expect
    .poll(() => reportOnIndex(library.db, indexPathsIn(library.config.dataDir)), patiently)
    .toMatchObject({ state: 'whole', entries: 2, behind: 0 });
});

/** As a writer leaves it that is killed while it makes the file: its journal has to be rolled back first. */
function leaveJournal(file: string): void {
  const made = new DatabaseSync(`${file}.made`);
  made.exec('create table pages (text); pragma cache_size = 2; begin');
  const insert = made.prepare('insert into pages values (randomblob(1000))');
  for (let row = 0; row < 1000; row++) insert.run();
  removeIndexFiles(file);
  for (const end of ['', '-journal']) copyFileSync(`${file}.made${end}`, `${file}${end}`);
  made.exec('rollback');
  made.close();
  expect(() => openIndexToRead(file)).toThrow(UnusableIndexError);
}

test('of two servers on one folder, one writes the index and both answer', async () => {
  const library = await startWithText();
  const { search } = await startAgain(library);
  expect((await search()).json()).toMatchObject({ total: 1 });
  await library.app.close();
  await library.add({ doc_num: 'AM-2', doc_desc: 'Passivation of zinc' });
  await expect.poll(async () => (await search()).json(), patiently).toMatchObject({ total: 2 });
});

test('the doctor says what is in the index, and that one is damaged', async () => {
  const library = await startWithText();
  const said = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  const lines = async () => {
    said.mockClear();
    await runHere(library, 'doctor');
    return said.mock.calls
      .map(([line]) => String(line))
      .filter((line) => /search index/.test(line));
  };
  expect(await lines()).toEqual([
    expect.stringMatching(/^ok {4}the search index holds 1 entries with 1 pages \(\S+ MB\)$/),
  ]);
  await library.app.close();
  writeFileSync(library.paths.file, 'rubbish'.repeat(10_000));
  expect(await lines()).toEqual(['WRONG the search index is damaged']);
});

test('reindex deletes the index, which the server builds again', async () => {
  const library = await startWithText();
  const reindex = () => runHere(library, 'reindex');
  const open = openSync(library.paths.file, 'r'); // its number is not given to another file
  onTestFinished(() => closeSync(open));
  const first = fstatSync(open).ino;
  expect(await reindex()).toBe(0);
  await expectFound(library);
  expect(statSync(library.paths.file).ino).not.toBe(first);
  await expect
    .poll(() => reportOnIndex(library.db, library.paths), patiently)
    .toMatchObject({ state: 'whole', entries: 1, pages: 1, behind: 0 });
  await library.app.close();
  expect(await reindex()).toBe(0);
  expect(existsSync(library.paths.file)).toBe(false);
});

function runHere({ config }: Searching, command: string): Promise<number> {
  return runCommand([command], {
    folder: config.dataDir,
    env: { DATA_DIR: config.dataDir, ...envOf(config.database) },
    readPassword: async () => '',
  });
}

function setVersion(file: string, version: number): void {
  const opened = new DatabaseSync(file);
  opened.exec(`pragma user_version = ${version}`);
  opened.close();
}

test('a text that cannot be indexed keeps no other from it, is told, and is tried again when it is another', async () => {
  const library = await startWithText();
  const refuse = new DatabaseSync(library.paths.file, { timeout: 5000 });
  onTestFinished(() => refuse.close());
  refuse.exec(`create trigger refuse before update of state on texts when new.state = 'searched' and new.pages = 2
    begin select raise(abort, 'refused'); end`);
  await library.add({ doc_num: 'AM-2' }, { doc_num: 'AM-3' });
  await library.write('AM-2_EN_1.pdf', await textPdf('phosphating', 'of two pages'));
  await library.write('AM-3_EN_1.pdf', await textPdf('anodizing'));
  await library.scan();
  await expect
    .poll(() => reportOnIndex(library.db, library.paths), patiently)
    .toMatchObject({ state: 'whole', entries: 3, contents: 3, failed: 1, behind: 0 });
  await expectFound(library);
  expect(await library.textsWith('anodizing')).toEqual(['AM-3 1']);
  refuse.exec('drop trigger refuse');
  await library.write('AM-2_EN_1.pdf', await textPdf('phosphating', 'of 2 pages'));
  await library.scan();
  await expect.poll(() => library.textsWith('phosphating'), patiently).toEqual(['AM-2 1']);
  expect(await reportOnIndex(library.db, library.paths)).toMatchObject({ failed: 0 });
});
