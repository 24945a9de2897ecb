import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomNumbers } from '../test/random.ts';
import { smallPdf } from '../test/small-pdf.ts';
import { sampleDocuments } from '../sample/catalogue.ts';
import { PdfReaders } from '../server/pdf/reader-processes.ts';
import { familyCpuSeconds, machineCpuSeconds, requireProgram } from './children.ts';
import { firstFiles, measureFirstReading } from './first-reading.ts';
import { medianBy } from './median.ts';
import { circumstances, keepResults, say, table } from './table.ts';
import { scanUnchanged, unchangedFiles } from './unchanged-folder.ts';

// What we want: pages a second as a share of pdftotext's, which is started for every file; and the
// time of a scan in which nothing changed, as a share of the time of a listing; that of a quick scan, of a full one.
const wanted = { small: 2, long: 0.8, withPicture: 0.5, unchanged: 1, quick: 0.2, firstMs: 6 };

const smallFiles = 200;
const pagesOfLong = 300;
const rounds = 3;
// In the server, the readers have also read files before.
const warmUpFiles = 20;
const quietCores = 0.1;

type Measured = {
  pages: number;
  seconds: number;
  cpuSeconds: number;
  /** Cores that other programs used meanwhile. */
  others: number;
  failed: string[];
};

type Compared = {
  name: string;
  wanted: number;
  files: number;
  pages: number;
  ours: Measured;
  peer: Measured;
};

/** What a scan reads from PDFs, against pdftotext, which reads the text only, in as many processes. */
export async function benchScan(dir: string): Promise<boolean> {
  requireProgram('pdftotext', 'poppler-utils');
  const about = circumstances();
  const { small, long } = await prepareFiles(dir);
  const compared = [
    await compare('small files: text and facts', small, wanted.small, false),
    await compare('long files: text and facts', long, wanted.long, false),
    await compare('all, with a picture', [...small, ...long], wanted.withPicture, true),
  ];
  const unchanged = await scanUnchanged(dir);
  const first = await measureFirstReading(dir);
  const file = await keepResults('scan', { circumstances: about, compared, unchanged, first });
  console.log('\nPages a second, our hash included');
  console.log(table(columns, compared.map(asRow)));
  const others = Math.max(...compared.flatMap(({ ours, peer }) => [ours.others, peer.others]));
  if (others > quietCores) {
    console.log(`Other programs used ${others.toFixed(2)} of a core: "by cpu time" says more.`);
  }
  for (const name of compared.flatMap(onlyOursFailed)) console.log(`Only ours failed: ${name}`);
  const [ours, listing] = [unchanged.ours.toFixed(2), unchanged.listing.toFixed(2)];
  const ofListing = unchanged.ours / unchanged.listing;
  console.log(
    `A scan of ${unchangedFiles} files that did not change: ${ours} s; ls -lR: ${listing} s ` +
      `(${ofListing.toFixed(2)}, wanted ≤ ${wanted.unchanged}).`,
  );
  const ofFull = unchanged.quick / unchanged.ours;
  console.log(
    `A quick scan of them that finds ten new ones: ${unchanged.quick.toFixed(2)} s ` +
      `(${ofFull.toFixed(2)} of a full one, wanted ≤ ${wanted.quick}).`,
  );
  const firstMs = first.scanMs + first.readMs;
  console.log(
    `The first reading of ${firstFiles} small files: ${firstMs.toFixed(1)} ms of processor time each ` +
      `(${first.scanMs.toFixed(1)} to find, ${first.readMs.toFixed(1)} to read; wanted ≤ ${wanted.firstMs}).`,
  );
  console.log(`Kept in ${file}`);
  const isRead = (one: Compared) => ratioOf(one) >= one.wanted && onlyOursFailed(one).length === 0;
  const isQuick = ofListing <= wanted.unchanged && ofFull <= wanted.quick;
  return compared.every(isRead) && isQuick && firstMs <= wanted.firstMs;
}

const columns =
  'measure, of pdftotext, wanted, met, by cpu time, ours/s, pdftotext/s, files, pages, only ours failed'.split(
    ', ',
  );

function asRow(one: Compared): string[] {
  const { name, ours, peer, files, pages } = one;
  return [
    name,
    ratioOf(one).toFixed(2),
    `≥ ${one.wanted}`,
    ratioOf(one) >= one.wanted ? 'yes' : 'NO',
    (peer.cpuSeconds / ours.cpuSeconds).toFixed(2),
    (pages / ours.seconds).toFixed(0),
    (pages / peer.seconds).toFixed(0),
    String(files),
    String(pages),
    String(onlyOursFailed(one).length),
  ];
}

function ratioOf({ ours, peer }: Compared): number {
  return peer.seconds / ours.seconds;
}

function onlyOursFailed({ ours, peer }: Compared): string[] {
  return ours.failed.filter((name) => !peer.failed.includes(name));
}

/** Measures peer and ours in turn, three times, and gives the pair with the median ratio. */
async function compare(
  name: string,
  files: string[],
  wanted: number,
  picture: boolean,
): Promise<Compared> {
  const pairs: Compared[] = [];
  for (let round = 1; round <= rounds; round++) {
    const peer = await measure((file) => runPdftotext(file), files, workers);
    const readers = new PdfReaders({ processes: workers });
    await measure((file) => readOurs(readers, file, picture), files.slice(0, warmUpFiles), workers);
    const ours = await measure((file) => readOurs(readers, file, picture), files, workers);
    await readers.close();
    const { pages } = ours;
    const pair = { name, wanted, files: files.length, pages, ours, peer };
    say(`${name}, ${round} of ${rounds}: ${ratioOf(pair).toFixed(2)} of pdftotext`);
    pairs.push(pair);
  }
  return medianBy(pairs, ratioOf);
}

const workers = new PdfReaders().processes;

/** Gives the number of pages that were read, or null when the file cannot be read. */
type ReadOne = (file: string) => Promise<number | null>;

async function measure(
  readOne: ReadOne,
  files: readonly string[],
  atOnce: number,
): Promise<Measured> {
  const before = { ms: performance.now(), cpu: familyCpuSeconds(), machine: machineCpuSeconds() };
  const waiting = [...files];
  const failed: string[] = [];
  let pages = 0;
  const one = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const read = await readOne(file);
      if (read === null) failed.push(path.basename(file));
      else pages += read;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  const seconds = (performance.now() - before.ms) / 1000;
  const cpuSeconds = familyCpuSeconds() - before.cpu;
  const others = Math.max(0, machineCpuSeconds() - before.machine - cpuSeconds) / seconds;
  return { pages, seconds, cpuSeconds, others, failed };
}

async function readOurs(
  readers: PdfReaders,
  file: string,
  picture: boolean,
): Promise<number | null> {
  const { size } = await stat(file);
  const opened = await readers.open(file);
  if (opened === null || (await readers.hash(opened, size)) === null) return null;
  const facts = (await readers.read(opened, { picture }))?.facts;
  opened.close();
  return facts?.state === 'readable' ? facts.texts.length : null;
}

async function runPdftotext(file: string): Promise<number | null> {
  const child = spawn('pdftotext', ['-q', '-enc', 'UTF-8', file, '-'], { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0 ? 0 : null; // pdftotext does not say how many pages it read
}

/** Small: the sample library's files, and generated ones up to 200. Long: its handbook, and plain text. */
async function prepareFiles(dir: string): Promise<{ small: string[]; long: string[] }> {
  say('writing files beside those of the sample library');
  const made = path.join(dir, 'made');
  await mkdir(made);
  const samples = await readdir(sampleDocuments);
  const isLong = (name: string) => name.includes('06-011'); // the sample's handbook
  for (let at = samples.length; at < smallFiles; at++) {
    const pages = Array.from({ length: 1 + (at % 8) }, (_, page) => prose(at * 100 + page));
    await writeFile(path.join(made, `small ${at}.pdf`), await smallPdf({ pages }));
  }
  const pages = Array.from({ length: pagesOfLong }, (_, page) => prose(page));
  await writeFile(path.join(made, 'long.pdf'), await smallPdf({ pages }));
  const generated = await readdir(made);
  return {
    small: [
      ...samples.filter((name) => !isLong(name)).map((name) => path.join(sampleDocuments, name)),
      ...generated.filter((name) => name.startsWith('small')).map((name) => path.join(made, name)),
    ],
    long: [
      ...samples.filter(isLong).map((name) => path.join(sampleDocuments, name)),
      ...generated.filter((name) => name.startsWith('long')).map((name) => path.join(made, name)),
    ],
  };
}

const words =
  'the of steel coating shall be tested at room temperature within tolerance before delivery surface hardness supplier drawing revision torque thread zinc seal welded approved sample'.split(
    ' ',
  );

/** A page full of words, always the same for the same seed. */
function prose(seed: number): string {
  const random = randomNumbers('prose', seed);
  return Array.from({ length: 400 }, () => words[Math.floor(random() * words.length)]).join(' ');
}
