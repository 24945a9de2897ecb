import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { smallPdf } from '../test/small-pdf.ts';
import { PdfReaders } from '../server/pdf/reader-processes.ts';
import { packWords, type Word } from '../server/pdf/words.ts';
import { compareInProcess } from '../server/redline/redline-process.ts';
import { ownCpuSeconds, requireProgram } from './children.ts';
import { median } from './median.ts';
import { pages, type RedlineCase, redlineCases, wordsAPage } from './redline-texts.ts';
import { circumstances, keepResults, say, table } from './table.ts';

// What we want: seconds for 300 pages a side, in a process that is started for it; and the share of the
// time of the best library, where blocks are moved and where much is rewritten. All of it is processor
// time: what others do on the machine does not count.
const wanted = { seconds: 2, ofBest: 0.2 };
const rounds = 3;
const peerSeconds = 60;
const run = promisify(execFile);

type Ours = { seconds: number; megabytes: number };
type Measured = { name: string; ours: Ours; peers: Record<string, number | null> };

/** A redline of 300 pages, beside libraries that compare words, and beside pdftotext with git. */
export async function benchRedline(dir: string): Promise<boolean> {
  requireProgram('pdftotext', 'poppler-utils');
  requireProgram('git', 'git');
  const about = circumstances();
  const measured: Measured[] = [];
  for (const one of redlineCases()) {
    say(`${one.name}: ours`);
    const each = await inTurn(rounds, () => measureOurs(one));
    const ours = {
      seconds: median(each.map(({ seconds }) => seconds)),
      megabytes: Math.max(...each.map(({ megabytes }) => megabytes)),
    };
    const peers: Measured['peers'] = {};
    for (const peer of ['diff', 'fast-myers-diff']) {
      say(`${one.name}: ${peer}, for ${peerSeconds} s at most`);
      peers[peer] = await measurePeer(peer, one.name);
    }
    say(`${one.name}: pdftotext and git`);
    peers['pdftotext + git'] = await measureGit(dir, one);
    measured.push({ name: one.name, ours, peers });
  }
  const file = await keepResults('redline', { circumstances: about, pages, wordsAPage, measured });
  console.log(
    `\nSeconds of processor time to compare ${pages} pages of ${wordsAPage} words a side, and the most memory of our process`,
  );
  console.log(table(columns, measured.map(asRow)));
  console.log(
    `Wanted: ours ≤ ${wanted.seconds} s, and ≤ ${wanted.ofBest} of the best library but for single edits.`,
  );
  console.log(`Kept in ${file}`);
  return measured.every(isMet);
}

const columns =
  'case, ours, diff, fast-myers-diff, pdftotext + git, of the best library, our MB, met'.split(
    ', ',
  );

function asRow(one: Measured): string[] {
  const seconds = (value: number | null | undefined) =>
    value === null || value === undefined ? `> ${peerSeconds}` : value.toFixed(2);
  return [
    one.name,
    one.ours.seconds.toFixed(2),
    ...['diff', 'fast-myers-diff', 'pdftotext + git'].map((peer) => seconds(one.peers[peer])),
    ofBest(one).toFixed(2),
    String(one.ours.megabytes),
    isMet(one) ? 'yes' : 'NO',
  ];
}

/** A library that was stopped counts with the time it was given. */
function ofBest({ ours, peers }: Measured): number {
  const best = Math.min(peers['diff'] ?? peerSeconds, peers['fast-myers-diff'] ?? peerSeconds);
  return ours.seconds / best;
}

function isMet(one: Measured): boolean {
  const isQuick = one.ours.seconds <= wanted.seconds;
  return (
    isQuick &&
    (one.name.includes('edited') && !one.name.includes('moved')
      ? true
      : ofBest(one) <= wanted.ofBest)
  );
}

async function inTurn(times: number, measure: () => Promise<Ours>): Promise<Ours[]> {
  const all: Ours[] = [];
  for (let round = 0; round < times; round++) all.push(await measure());
  return all;
}

/** All that a reader waits for: the start of the process, the unpacking, the comparison, the JSON. */
async function measureOurs({ from, to }: RedlineCase): Promise<Ours> {
  const readers = new PdfReaders({ processes: 1 });
  const [older, newer] = [packed(from), packed(to)];
  const file = { at: '', bytes: 0, modified_ns: '' };
  const begun = ownCpuSeconds();
  const { megabytes } = await compareInProcess({
    from: { ...older, file },
    to: { ...newer, file },
    shapes: [],
    readers,
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  await readers.close();
  return { seconds: ownCpuSeconds() - begun, megabytes };
}

function packed(words: readonly string[]) {
  const placed = pagesOf(words).map((page) =>
    page.map((text, at): Word => ({
      text,
      left: 60 + (at % 10) * 48,
      top: 70 + Math.floor(at / 10) * 15,
      width: 44,
      height: 12,
    })),
  );
  const page_sizes = [{ pages: placed.length, width: 595.28, height: 841.89 }];
  return { words: packWords(placed), page_sizes, headings: [] };
}

function pagesOf(words: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(words.length / wordsAPage) }, (_, page) =>
    words.slice(page * wordsAPage, (page + 1) * wordsAPage),
  );
}

/** Seconds; null when it was stopped. */
async function measurePeer(peer: string, name: string): Promise<number | null> {
  const script = path.join(import.meta.dirname, 'redline-peer.ts');
  try {
    const { stdout } = await run(process.execPath, [script, peer, name], {
      timeout: peerSeconds * 1000,
    });
    return Number(stdout) / 1000;
  } catch {
    return null;
  }
}

/** As people do it by hand, from the PDFs: their text by pdftotext, then git's comparison of words. */
async function measureGit(dir: string, { from, to }: RedlineCase): Promise<number | null> {
  const files = { from: path.join(dir, 'from.pdf'), to: path.join(dir, 'to.pdf') };
  await writeFile(
    files.from,
    await smallPdf({ pages: pagesOf(from).map((page) => page.join(' ')) }),
  );
  await writeFile(files.to, await smallPdf({ pages: pagesOf(to).map((page) => page.join(' ')) }));
  const begun = ownCpuSeconds();
  for (const file of Object.values(files)) await run('pdftotext', ['-q', file, `${file}.txt`]);
  const texts = Object.values(files).map((file) => `${file}.txt`);
  const compare = ['diff', '--no-index', '--word-diff=porcelain', ...texts];
  try {
    await run('git', compare, { timeout: peerSeconds * 1000, maxBuffer: 2 ** 30 });
  } catch (error) {
    // It ends with 1 where the files differ.
    if ((error as { code?: unknown }).code !== 1) return null;
  }
  return ownCpuSeconds() - begun;
}
