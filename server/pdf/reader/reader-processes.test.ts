import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startLibrary, temporaryFolder } from '../../../test/harness.ts';
import { smallPdf } from '../../../test/small-pdf.ts';
import { readFiles } from '../../scan/read-files.ts';
import { PdfReaders } from './reader-processes.ts';

const killedChild = path.join(import.meta.dirname, '../../../test/prying/killed-child.ts');

/** What is read of a file over which the process is killed by this signal. */
async function readKilledBy(signal: string) {
  const file = path.join(await temporaryFolder(onTestFinished), 'a.pdf');
  await writeFile(file, signal);
  const readers = new PdfReaders({ processes: 1 }, killedChild);
  onTestFinished(() => readers.close());
  const opened = await readers.open(file);
  if (opened === null) throw new Error('The file cannot be opened.');
  await readers.hash(opened, signal.length); // which keeps the content of a small file
  const read = await readers.read(opened);
  opened.close();
  return { read, drawn: await readers.draw(file, { pages: [0], mostPixels: 1 }, () => {}) };
}

test.each(['SIGKILL', 'SIGTERM'])(
  'a file over which the process was killed from outside (%s) is read again, not called broken',
  async (signal) => {
    expect(await readKilledBy(signal)).toEqual({ read: null, drawn: null });
  },
);

test('a file over which three processes were killed is reported, not read, and read again after a restart', async () => {
  const library = await startLibrary(onTestFinished, { entries: [{}] });
  await library.write('AM-1_EN_1.pdf', await smallPdf({ pages: 1 }));
  const start = (child?: string) => {
    const readers = new PdfReaders({ processes: 1 }, child);
    onTestFinished(() => readers.close());
    return () => readFiles({ db: library.db, root: library.config.shareDir, readers });
  };
  const found = () => library.db.selectFrom('files').select(['verdict', 'fault']).execute();
  await library.scanNames();
  const read = start(killedChild);
  expect([await read(), await read()]).toEqual([0, 0]);
  expect(await found()).toEqual([{ verdict: 'checking', fault: null }]);
  expect([await read(), await read()]).toEqual([1, 0]);
  const fault =
    'Reading it failed three times, probably out of memory. The library retries after its next restart.';
  expect(await found()).toEqual([{ verdict: 'broken', fault }]);
  const readAgain = start();
  expect([await readAgain(), await readAgain()]).toEqual([1, 0]);
  expect(await found()).toEqual([{ verdict: 'matched', fault: null }]);
});

test('a file that crashes the process is broken', async () => {
  const { read } = await readKilledBy('SIGABRT');
  const fault = 'It needs more memory than allowed.';
  expect(read).toMatchObject({ facts: { state: 'broken', fault }, picture: null });
});

test('a process draws one file after another, each page once', async () => {
  const file = path.join(await temporaryFolder(onTestFinished), 'a.pdf');
  await writeFile(file, await smallPdf({ pages: 2 }));
  const readers = new PdfReaders({ processes: 1 });
  onTestFinished(() => readers.close());
  const drawn: number[] = [];
  for (const page of [0, 1]) {
    const drawing = { pages: [page], mostPixels: 100 };
    await readers.draw(file, drawing, (one) => drawn.push(one.page));
    await readers.drawPictures(file, { pages: [page], rotation: 0 }, (one) => drawn.push(one.page));
  }
  expect(drawn).toEqual([0, 0, 1, 1]);
});
