import { once } from 'node:events';
import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import {
  createServer,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { chromium as playwright, type Page } from '@playwright/test';
import { build } from 'vite';
import { copySampleFiles, sampleFiles } from '../sample/catalogue.ts';
import type { CleanUp } from '../test/clean-up.ts';
import { entryOf, startLibrary, type TestLibrary } from '../test/harness.ts';
import { chromium } from '../tools/chromium.ts';
import { pagesMemoryMb } from './browser-memory.ts';
import { say } from './table.ts';
import { japaneseText, largeScan } from './viewer-corpus.ts';

const brotli = promisify(brotliCompress);

// VPN: 20 Mbit/s, and 40 ms for a round trip.
const connections = {
  VPN: { latency: 40, downloadThroughput: 2_500_000, uploadThroughput: 2_500_000 },
  LAN: { latency: 0, downloadThroughput: -1, uploadThroughput: -1 },
};
type Connection = keyof typeof connections;

/**
 * How a PDF is sent: `storable` without a Cache-Control header, as web servers send any file;
 * `no-store` as the library sends it. With a storable answer, the ranges that pdf.js asks for have
 * to wait in Chromium's cache until the whole file has come.
 */
type Caching = 'storable' | 'no-store';

/** A page in a browser of its own. */
export type OpenPage = {
  page: Page;
  /** The memory of its pages after garbage collection. */
  memoryMb: () => Promise<number>;
  close: () => Promise<void>;
};
export type ViewerSetup = Awaited<ReturnType<typeof setUpViewers>>;

/** Starts a library with PDFs, and beside it a page with plain pdf.js. */
export async function setUpViewers(dir: string, cleanUp: CleanUp) {
  const webDir = path.join(dir, 'web');
  await cp(path.resolve('dist'), webDir, { recursive: true });
  await buildPeer(path.join(webDir, 'peers'));
  const ofSample = sampleEntriesToRead();
  const entries = {
    scan: entryOf({ doc_num: 'SCAN' }),
    'CJK without fonts': entryOf({ doc_num: 'CJK' }),
    ...ofSample,
  };
  const library = await startLibrary(cleanUp, { webDir, entries: Object.values(entries) });
  say('writing texts, a drawing and a scan of 110 MB');
  const names = Object.values(ofSample).flatMap(({ file }) => file ?? []);
  await copySampleFiles(library.config.shareDir, names);
  await library.put('SCAN_EN_1.pdf', await largeScan());
  await library.put('CJK_EN_1.pdf', japaneseText());
  say('reading them');
  await library.scan({}); // with readers that end with it; others would keep this process alive
  const urls = await serve(library, cleanUp);
  await library.addUser('engineer', 'EGD_LIB');
  const cookie = await library.signIn('engineer');
  return {
    entries,
    /** The same with the main page of the library. */
    openMain: (connection: Connection) =>
      openPage('/main', { connection, url: urls['no-store'], cookie, profiles: dir }),
    /** Starts a new browser, signs in and loads the code of plain pdf.js. */
    openPeer: async (connection: Connection, caching: Caching) => {
      const options = { connection, url: urls[caching], cookie, profiles: dir };
      const opened = await openPage('/peers/plain.html', options);
      await opened.page.waitForFunction(() => 'openDocument' in globalThis);
      return opened;
    },
  };
}

type Options = { connection: Connection; url: string; cookie: string; profiles: string };

async function openPage(
  address: string,
  { connection, url, cookie, profiles }: Options,
): Promise<OpenPage> {
  // With a profile on disk, as readers have it: in a private window, large files are not cached.
  const profile = await mkdtemp(path.join(profiles, 'profile-'));
  const program = chromium();
  const browser = await playwright.launchPersistentContext(profile, {
    ...program,
    args: [...(program.args ?? []), '--js-flags=--expose-gc'],
    baseURL: url,
    viewport: { width: 1100, height: 900 },
  });
  const [name = '', value = ''] = cookie.split('=');
  await browser.addCookies([{ name, value, url }]);
  const page = browser.pages()[0] ?? (await browser.newPage());
  await page.goto(address);
  const devtools = await browser.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    ...connections[connection],
  });
  return {
    page,
    async memoryMb() {
      await page.evaluate(collectGarbage);
      for (const worker of page.workers()) await worker.evaluate(collectGarbage);
      return pagesMemoryMb(profile);
    },
    async close() {
      await browser.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

// Runs in the page and in its workers; the flag --expose-gc gives `gc`.
function collectGarbage(): void {
  globalThis.gc?.();
}

/** Serves the library at two addresses, with and without a Cache-Control header on PDFs. */
async function serve(library: TestLibrary, cleanUp: CleanUp): Promise<Record<Caching, string>> {
  const noStore = await library.listen();
  const storable = createServer((request, response) => {
    if (request.url?.startsWith('/document/') === true) removeCacheControl(response);
    library.app.routing(request, response);
  });
  return { storable: await listen(storable, cleanUp), 'no-store': noStore };
}

function removeCacheControl(response: ServerResponse): void {
  const { writeHead } = response;
  const writeOthers = (status: number, { 'cache-control': _, ...others }: OutgoingHttpHeaders) =>
    writeHead.call(response, status, others);
  // The cast: `writeHead` has other forms, too, but Fastify and our routes use this one only.
  response.writeHead = writeOthers as typeof writeHead;
}

async function listen(server: Server, cleanUp: CleanUp): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function sampleEntriesToRead() {
  const all = sampleFiles();
  const long = all.get('TRK 06-011_EN_04.pdf');
  const short = all.get('NV 50180_EN_4.pdf');
  const drawing = all.get('CADS-9 SHEET 2_-_C.pdf');
  if (!long || !short || !drawing) throw new Error('The sample has changed.');
  return { 'long text': long, 'short text': short, 'A0 drawing': drawing };
}

async function buildPeer(outDir: string): Promise<void> {
  const root = path.join(import.meta.dirname, 'viewer-pages');
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    base: '/peers/',
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rolldownOptions: { input: path.join(root, 'plain.html') },
    },
  });
  // Compressed like ours.
  const { resolve } = createRequire(import.meta.url);
  const copy = path.join(outDir, 'plain.worker.mjs');
  await copyFile(resolve('pdfjs-dist/build/pdf.worker.min.mjs'), copy);
  await writeFile(`${copy}.br`, await brotli(await readFile(copy)));
}
