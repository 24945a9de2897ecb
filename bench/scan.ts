import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sampleDocuments } from '../sample/catalogue.ts';
import { openLibrary } from '../server/library.ts';
import { PdfReaders } from '../server/pdf/reader/reader-processes.ts';
import { FolderScanner } from '../server/scan/folder-scan.ts';
import { folderPlace } from '../server/scan/place.ts';
import { readFiles } from '../server/scan/read-files.ts';
import { Scanner } from '../server/scan/scan.ts';
import { sqliteAt } from '../test/databases.ts';
import { randomNumbers } from '../test/random.ts';
import { smallPdf } from '../test/small-pdf.ts';
import { familyCpuSeconds, requireProgram } from './children.ts';
import { median } from './median.ts';
import { circumstances, report, type Row, say } from './table.ts';

// What we want: pages a second of processor time as a share of pdftotext's, which is started for every file;
// the time of a scan in which nothing changed, as a share of a listing's; that of a quick scan, of a full one; and
// the processor time of the first reading of a small file.
const least = { small: 2, long: 0.8, withPicture: 0.5 };
const most = { unchanged: 1, quick: 0.2, firstMs: 6 };

const smallFiles = 200;
const pagesOfLong = 300;
const rounds = 3;
// In the server, the readers have also read files before.
const warmUpFiles = 20;
const unchangedFiles = 100_000;
const filesAFolder = 5000;
const newFiles = 10;
/** Enough that the start of the readers hardly counts. */
const firstFiles = 20_000;

/** PDFs read, against pdftotext, which reads the text only; and a folder that did not change, against ls. */
export async function benchScan(dir: string): Promise<boolean> {
  requireProgram('pdftotext', 'poppler-utils');
  const about = circumstances();
  const { small, long } = await prepareFiles(dir);
  return report('scan', about, [
    await compare('small files: text and facts', small, { least: least.small, picture: false }),
    await compare('long files: text and facts', long, { least: least.long, picture: false }),
    await compare('all, with a picture', [...small, ...long], {
      least: least.withPicture,
      picture: true,
    }),
    ...(await scanUnchanged(dir)),
    await readFirst(dir),
  ]);
}

type Asked = { least: number; picture: boolean };

async function compare(
  name: string,
  files: readonly string[],
  { least, picture }: Asked,
): Promise<Row> {
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const theirs = await cpuSecondsOfAll(files, runPdftotext);
    const readers = new PdfReaders();
    const ours = (file: string) => readOurs(readers, file, picture);
    await cpuSecondsOfAll(files.slice(0, warmUpFiles), ours);
    ratios.push(theirs / (await cpuSecondsOfAll(files, ours)));
    await readers.close();
    say(`${name}, ${round} of ${rounds}: ${ratios.at(-1)?.toFixed(2)} of pdftotext`);
  }
  return {
    what: `${name}, of pdftotext`,
    value: median(ratios),
    least,
    of: `${files.length} files`,
  };
}

async function cpuSecondsOfAll(
  files: readonly string[],
  readOne: (file: string) => Promise<unknown>,
): Promise<number> {
  const before = familyCpuSeconds();
  for (const file of files) await readOne(file);
  return familyCpuSeconds() - before;
}

async function readOurs(readers: PdfReaders, file: string, picture: boolean): Promise<void> {
  const { size } = await stat(file);
  const opened = await readers.open(file);
  if (opened === null || (await readers.hash(opened, size)) === null) throw new Error(file);
  const facts = (await readers.read(opened, { picture }))?.facts;
  opened.close();
  if (facts?.state !== 'readable') throw new Error(`${file} is ${facts?.state}.`);
}

async function runPdftotext(file: string): Promise<void> {
  await once(spawn('pdftotext', ['-q', '-enc', 'UTF-8', file, '-'], { stdio: 'ignore' }), 'exit');
}

/** Small: the sample's files, and others up to 200. Long: its handbook, and plain text. */
async function prepareFiles(dir: string): Promise<{ small: string[]; long: string[] }> {
  const made = path.join(dir, 'made');
  await mkdir(made);
  const samples = (await readdir(sampleDocuments)).map((name) => path.join(sampleDocuments, name));
  const handbook = path.join(sampleDocuments, 'TRK 06-011_EN_04.pdf');
  const small = samples.filter((file) => file !== handbook);
  while (small.length < smallFiles) {
    const pages = proses(1 + (small.length % 8), small.length);
    const file = path.join(made, `${small.length}.pdf`);
    await writeFile(file, await smallPdf({ pages }));
    small.push(file);
  }
  const long = path.join(made, 'long.pdf');
  await writeFile(long, await smallPdf({ pages: proses(pagesOfLong, 0) }));
  return { small, long: [handbook, long] };
}

const words =
  'the of steel coating shall be tested at room temperature within tolerance before delivery surface hardness supplier drawing revision torque thread zinc seal welded approved sample'.split(
    ' ',
  );

/** Pages full of words, always the same for the same seed. */
function proses(pages: number, seed: number): string[] {
  const random = randomNumbers('prose', seed);
  const word = () => words[Math.floor(random() * words.length)];
  return Array.from({ length: pages }, () => Array.from({ length: 400 }, word).join(' '));
}

/** A scan of a folder in which nothing changed, `ls -lR` there, and a quick scan that finds ten new files. */
async function scanUnchanged(dir: string): Promise<Row[]> {
  const root = path.join(dir, 'unchanged');
  for (let at = 0; at < unchangedFiles; at++) {
    const folder = path.join(root, String(Math.floor(at / filesAFolder)));
    if (at % filesAFolder === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `AM-${at}_EN_1.pdf`), '');
  }
  const { db } = await openLibrary({ database: sqliteAt(path.join(dir, 'unchanged.sqlite')) });
  let ahead = 0;
  const scanner = new FolderScanner({
    db,
    place: { ...folderPlace(root), inspect: (files) => files.map(() => 'whole') },
    now: () => Date.now() + ahead,
  });
  say(`a first scan of ${unchangedFiles} files`);
  await scanner.scan({ settleAtOnce: true });
  await scanner.scan();
  const [full, listing, quick]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    listing.push(
      await secondsOf(() => once(spawn('ls', ['-lR', root], { stdio: 'ignore' }), 'exit')),
    );
    full.push(await secondsOf(() => scanner.scan()));
  }
  for (let round = 0; round < rounds; round++) {
    for (let settled = 0; settled < 3; settled++) {
      await scanner.scan({ quick: true });
      ahead += 60_000;
    }
    for (let at = 0; at < newFiles; at++)
      writeFileSync(path.join(root, '0', `NEW-${round}-${at}_EN_1.pdf`), '');
    quick.push(await secondsOf(() => scanner.scan({ quick: true })));
  }
  await db.destroy();
  const [ours, peer, new10] = [median(full), median(listing), median(quick)];
  return [
    {
      what: `${unchangedFiles} unchanged files, of ls -lR`,
      value: ours / peer,
      most: most.unchanged,
      of: `${ours.toFixed(2)} of ${peer.toFixed(2)} s`,
    },
    {
      what: 'quick scan with ten new files, of a full one',
      value: new10 / ours,
      most: most.quick,
      of: `${new10.toFixed(2)} of ${ours.toFixed(2)} s`,
    },
  ];
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

/** The first reading of a small file: finding it, reading it, writing it down. */
async function readFirst(dir: string): Promise<Row> {
  const root = path.join(dir, 'first');
  await mkdir(root);
  say(`a first reading of ${firstFiles} files`);
  for (let at = 0; at < firstFiles; at++) {
    const text = `Standard ${at}. The coating shall be tested before delivery.`;
    await writeFile(path.join(root, `AM-${at}_EN_1.pdf`), await smallPdf({ pages: [text] }));
  }
  const { db } = await openLibrary({ database: sqliteAt(path.join(dir, 'first.sqlite')) });
  const before = familyCpuSeconds();
  const scanner = new Scanner({ db, place: folderPlace(root) });
  await scanner.scan();
  await scanner.scan();
  const readers = new PdfReaders();
  await readFiles({ db, root, readers });
  const value = ((familyCpuSeconds() - before) * 1000) / firstFiles;
  await readers.close();
  await db.destroy();
  const of = `${firstFiles} files`;
  return {
    what: 'first reading of a small file, ms of processor time',
    value,
    most: most.firstMs,
    of,
  };
}
