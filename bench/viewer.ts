import path from 'node:path';
import { type Browser, type Page, chromium as playwright } from '@playwright/test';
import { startLibrary } from '../test/harness.ts';
import { chromium } from '../tools/chromium.ts';
import { viewerFiles } from './viewer-files.ts';
import { type Peer, drawnAt, ours, plain } from './viewer-peers.ts';

type Line = { question: string; wanted: number; ours: number; plain: number; mb: string };

// A VPN as people have at home.
const vpn = {
  offline: false,
  latency: 40,
  downloadThroughput: 20e6 / 8,
  uploadThroughput: 5e6 / 8,
};
const rounds = 3;

/** From 'open' to a sharp first page, to the next page and to a zoom, against plain pdf.js. */
export async function benchViewer(): Promise<boolean> {
  const undos: (() => Promise<void>)[] = [];
  const files = await viewerFiles();
  const library = await startLibrary((undo) => undos.push(undo), {
    webDir: path.resolve('dist'),
    entries: ['SCAN', 'TEXT', 'SHORT'].map((doc_num) => ({ doc_num })),
    files: {
      'SCAN_EN_1.pdf': files.scan,
      'TEXT_EN_1.pdf': files.text,
      'SHORT_EN_1.pdf': files.short,
    },
  });
  const browser = await playwright.launch(chromium());
  undos.push(() => browser.close());
  try {
    await library.addUser('engineer', 'EGD_LIB');
    const url = await library.listen();
    const cookie = await library.signIn('engineer');
    const start = (peer: Peer, slow: boolean) => startPage(browser, { url, cookie, peer, slow });
    const lines = [
      await compare('scan of 110 MB over a VPN', 0.2, start, opening('SCAN', true)),
      await compare('327 pages of text over a VPN', 0.65, start, opening('TEXT', true)),
      await compare('scan of 110 MB, local', 1, start, opening('SCAN', false)),
      await compare('327 pages of text, local', 1, start, opening('TEXT', false)),
      await compare('12 pages, local', 1, start, opening('SHORT', false)),
      await compare('next page of the text, local', 1, start, turning),
      await compare('a zoom step, sharp', 1, start, zooming),
    ];
    print(lines);
    return lines.every((line) => line.ours / line.plain <= line.wanted);
  } finally {
    for (const undo of undos.toReversed()) await undo();
  }
}

type Start = (peer: Peer, slow: boolean) => Promise<Started>;
type Started = { page: Page; bytes: () => number };
type Measured = { ms: number; mb: number };
type Measure = (peer: Peer, start: Start) => Promise<Measured>;

const opening =
  (doc_num: string, slow: boolean): Measure =>
  async (peer, start) => {
    const { page, bytes } = await start(peer, slow);
    const before = bytes();
    const began = await peer.open(page, doc_num);
    const ms = (await drawnAt(page, 1)) - began;
    const mb = (bytes() - before) / 1e6;
    await page.context().close();
    return { ms, mb };
  };

const turning: Measure = async (peer, start) => {
  const { page } = await start(peer, false);
  await peer.open(page, 'TEXT');
  await drawnAt(page, 1);
  await page.waitForLoadState('networkidle'); // one reads, and the next page is prepared
  const took: number[] = [];
  for (let number = 2; number <= 11; number++) {
    const began = await peer.next(page);
    took.push((await drawnAt(page, number)) - began);
    await page.waitForTimeout(400);
  }
  await page.context().close();
  return { ms: middle(took), mb: 0 };
};

const zooming: Measure = async (peer, start) => {
  const { page } = await start(peer, false);
  await peer.open(page, 'TEXT');
  await drawnAt(page, 1);
  const took: number[] = [];
  for (let step = 0; step < 8; step++) {
    await page.waitForTimeout(300);
    const began = await peer.zoomIn(page);
    took.push((await drawnAt(page, 1)) - began);
  }
  await page.context().close();
  return { ms: middle(took), mb: 0 };
};

/** Both in turn, so that what else the machine does falls on both; the medians count. */
async function compare(question: string, wanted: number, start: Start, measure: Measure) {
  const mine: Measured[] = [];
  const theirs: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    theirs.push(await measure(plain, start));
    mine.push(await measure(ours, start));
    console.error(
      `· ${question}: ${mine.at(-1)?.ms.toFixed(0)} to ${theirs.at(-1)?.ms.toFixed(0)} ms`,
    );
  }
  const mb = [mine, theirs].map((all) => middle(all.map((one) => one.mb)).toFixed(1)).join(' / ');
  const [a, b] = [mine, theirs].map((all) => middle(all.map((one) => one.ms)));
  return { question, wanted, ours: a ?? 0, plain: b ?? 0, mb };
}

async function startPage(
  browser: Browser,
  { url, cookie, peer, slow }: { url: string; cookie: string; peer: Peer; slow: boolean },
): Promise<Started> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
  });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  await peer.prepare(page);
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  let bytes = 0;
  session.on('Network.dataReceived', ({ dataLength }) => (bytes += dataLength));
  if (slow) await session.send('Network.emulateNetworkConditions', vpn);
  return { page, bytes: () => bytes };
}

function print(lines: Line[]): void {
  const columns = ['question', 'ours ms', 'plain ms', 'ratio', 'wanted', 'MB ours / plain'];
  const rows = lines.map(({ question, ours, plain, wanted, mb }) => [
    question,
    ours.toFixed(0),
    plain.toFixed(0),
    (ours / plain).toFixed(2),
    `≤ ${wanted}`,
    mb,
  ]);
  for (const [first = '', ...rest] of [columns, ...rows]) {
    console.log(first.padEnd(32), ...rest.map((cell) => cell.padStart(9)));
  }
}

function middle(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
