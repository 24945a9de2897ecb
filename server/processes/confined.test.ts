import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/harness.ts';
import { PdfReaders } from '../pdf/reader/reader-processes.ts';
import { readSpreadsheet } from '../spreadsheet/spreadsheet.ts';

const prying = path.join(import.meta.dirname, '../../test/prying');

/** What each attempt of `test/prying/attempts.ts` must end with. */
const refused = 'ERR_ACCESS_DENIED';
const outcomes = [
  ['read a file of the project', refused],
  ['read the code of another room', refused],
  ['read a file of the machine', refused],
  ['list a folder', refused],
  ['write a file', refused],
  ['delete a file', refused],
  ['open a database', 'ERR_UNKNOWN_BUILTIN_MODULE'],
  ['start a program', refused],
  ['start a thread', refused],
  ['start a program of WASI', refused],
  ['load native code', 'ERR_DLOPEN_DISABLED'],
  ['connect', refused],
  ['send a datagram', refused],
  ['listen', refused],
];

test('the process that reads PDFs can open no file, write, connect or start anything', async () => {
  const file = path.join(await temporaryFolder(onTestFinished), 'a.pdf');
  await writeFile(file, '%PDF-1.7');
  const readers = new PdfReaders({ processes: 1 }, path.join(prying, 'pdf-child.ts'));
  onTestFinished(() => readers.close());
  const opened = await readers.open(file);
  const read = opened && (await readers.read(opened));
  opened?.close();
  const fault = read?.facts.state === 'broken' ? read.facts.fault : '[]';
  expect(JSON.parse(fault)).toEqual(outcomes);
});

test('the process that reads spreadsheets can open no file, write, connect or start anything', async () => {
  const file = path.join(await temporaryFolder(onTestFinished), 'a.csv');
  await writeFile(file, 'a,b');
  const rows = await readSpreadsheet(file, { child: path.join(prying, 'sheet-child.ts') });
  expect(rows.map(({ cells }) => cells)).toEqual(outcomes);
});
