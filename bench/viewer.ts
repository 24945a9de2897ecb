import { copyFile, cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Browser, chromium as playwright, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { pdfAddress } from '#contract/file-name.ts';
import { sampleEntries, sampleFileName } from '../sample/catalogue.ts';
import { writeSampleFiles } from '../sample/write-sample.ts';
import { entryOf, startLibrary, type TestLibrary } from '../test/harness.ts';
import { chromium } from '../tools/chromium.ts';
import { circumstances, keepResults, say, table } from './table.ts';
import { largeScan } from './viewer-corpus.ts';
import type { ViewerPage } from './viewer-page.ts';

// Wanted by issue 4, as ratios to plain pdf.js in the same run.
const questions = [
  { file: 'scan', line: 'VPN', wanted: 0.2 },
  { file: 'long text', line: 'VPN', wanted: 0.65 },
  { file: 'scan', line: 'LAN', wanted: 1 },
  { file: 'long text', line: 'LAN', wanted: 1 },
  { file: 'short text', line: 'LAN', wanted: 1 },
] as const;
const wantedNextPage = 0.5;

// 20 Mbit/s and 40 ms, a way there and back.
const lines = {
  VPN: { latency: 40, downloadThroughput: 2_500_000, uploadThroughput: 2_500_000 },
  LAN: { latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
};

const viewers = ['plain', 'react-pdf', 'ours'] as const;
type Viewer = (typeof viewers)[number];
type Times = Record<Viewer, number[]>;
const rounds = 3;

/** From asking for a PDF to its sharp first page, and to the next: ours, plain pdf.js, react-pdf. */
export async function benchViewer(dir: string): Promise<boolean> {
  const about = circumstances();
  const undos: (() => Promise<void>)[] = [];
  try {
    const { library, addresses } = await prepare(dir, (undo) => undos.push(undo));
    const browser = await playwright.launch(chromium());
    undos.push(() => browser.close());
    const open = await opener(browser, library);
    const rows: string[][] = [];
    const results: Record<string, Times> = {};
    let met = true;
    for (const { file, line, wanted } of questions) {
      const times: Times = { plain: [], 'react-pdf': [], ours: [] };
      for (let round = 1; round <= rounds; round++) {
        for (const viewer of viewers) {
          const page = await open(viewer, lines[line]);
          times[viewer].push(await openDocument(page, addresses[file]));
          await page.context().close();
        }
      }
      say(`${file} over ${line}`);
      results[`${file} ${line}`] = times;
      met = judge(rows, `${file} over ${line}`, times, wanted) && met;
    }
    const flips = await nextPages(open, addresses['long text']);
    results['next page'] = flips;
    met = judge(rows, 'next page, long text', flips, wantedNextPage) && met;
    const kept = await keepResults('viewer', { circumstances: about, results });
    console.log('\nFrom asking to a sharp page, in ms (median of three)');
    console.log(table(['what', 'plain', 'react-pdf', 'ours', 'of plain', 'wanted', 'met'], rows));
    console.log(`Kept in ${kept}`);
    return met;
  } finally {
    for (const undo of undos.toReversed()) await undo();
  }
}

/** Every viewer turns pages as a reader does: a look at each before the next. */
async function nextPages(open: Opener, address: string): Promise<Times> {
  const times: Times = { plain: [], 'react-pdf': [], ours: [] };
  for (const viewer of viewers) {
    const page = await open(viewer, lines.LAN);
    await openDocument(page, address);
    for (let to = 2; to <= 12; to++) {
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      await page.waitForTimeout(300);
      times[viewer].push(
        await page.evaluate((asked) => (globalThis as unknown as ViewerPage).goToPage(asked), to),
      );
    }
    await page.context().close();
  }
  return times;
}

function judge(rows: string[][], what: string, times: Times, wanted: number): boolean {
  const ratio = middle(times.ours) / middle(times.plain);
  const ms = viewers.map((viewer) => middle(times[viewer]).toFixed(0));
  rows.push([what, ...ms, ratio.toFixed(2), `≤ ${wanted}`, ratio <= wanted ? 'yes' : 'NO']);
  return ratio <= wanted;
}

type Line = (typeof lines)[keyof typeof lines];
type Opener = (viewer: Viewer, line: Line) => Promise<Page>;

/** A browser's first visit each time, signed in, with the viewer's code already there. */
async function opener(browser: Browser, library: TestLibrary): Promise<Opener> {
  await library.addUser('engineer', 'EGD_LIB');
  const url = await library.listen();
  const [name = '', value = ''] = (await library.signIn('engineer')).split('=');
  return async (viewer, line) => {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1100, height: 900 },
    });
    await context.addCookies([{ name, value, url }]);
    const page = await context.newPage();
    await page.goto(`/peers/${viewer}.html`);
    await page.waitForFunction(() => 'openDocument' in globalThis);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line });
    return page;
  };
}

function openDocument(page: Page, address: string): Promise<number> {
  return page.evaluate(
    (asked) => (globalThis as unknown as ViewerPage).openDocument(asked),
    address,
  );
}

async function prepare(dir: string, cleanUp: (undo: () => Promise<void>) => void) {
  const webDir = path.join(dir, 'web');
  await cp(path.resolve('dist'), webDir, { recursive: true });
  await buildPages(path.join(webDir, 'peers'));
  const entries = { scan: entryOf({ doc_num: 'SCAN' }), ...sampleOnes() };
  const library = await startLibrary(cleanUp, { webDir, entries: Object.values(entries) });
  say('writing the sample and a scan of 110 MB');
  await writeSampleFiles(library.config.shareDir);
  await library.put('SCAN_EN_1.pdf', await largeScan());
  const addresses = {
    scan: pdfAddress(entries.scan),
    'long text': pdfAddress(entries.long),
    'short text': pdfAddress(entries.short),
  };
  return { library, addresses };
}

function sampleOnes() {
  const long = sampleEntries.find(({ file }) => file.made === 'handbook');
  const short = sampleEntries.find((entry) => sampleFileName(entry) === 'NV 50180_EN_4.pdf');
  if (long === undefined || short === undefined) throw new Error('The sample has changed.');
  return { long, short };
}

async function buildPages(outDir: string): Promise<void> {
  const root = path.join(import.meta.dirname, 'viewer-pages');
  const input = Object.fromEntries(viewers.map((name) => [name, path.join(root, `${name}.html`)]));
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    base: '/peers/',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, rolldownOptions: { input } },
  });
  const itsPdfjs = createRequire(import.meta.resolve('react-pdf')).resolve('pdfjs-dist');
  const worker = path.join(path.dirname(itsPdfjs), 'pdf.worker.min.mjs');
  await copyFile(worker, path.join(outDir, 'react-pdf.worker.mjs'));
}

declare function requestIdleCallback(callback: (value: unknown) => void): number;

function middle(of: readonly number[]): number {
  return of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
}
