import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';

/** A viewer to be timed. Times are of the browser's own clock, in milliseconds. */
export type Peer = {
  name: string;
  /** Everything loaded and warm, no document open. */
  prepare: (page: Page) => Promise<void>;
  /** Opens a document; gives when it began to be asked for. */
  open: (page: Page, doc_num: string) => Promise<number>;
  next: (page: Page) => Promise<number>;
  zoomIn: (page: Page) => Promise<number>;
};

const now = 'performance.now()';

export const ours: Peer = {
  name: 'ours',
  async prepare(page) {
    await page.goto('/main?customer=Aurora+Motors');
    await page.getByLabel('available').waitFor();
    await page.waitForLoadState('networkidle');
  },
  async open(page, doc_num) {
    const query = new URLSearchParams({ customer: 'Aurora Motors', doc_num, doc_rev: '1' });
    query.set('language', 'EN');
    // As a link inside the application would, without the time it takes to ask who we are.
    const head = page.waitForRequest((request) => request.method() === 'HEAD');
    await page.evaluate(
      `history.pushState({ key: '${doc_num}', idx: 1 }, '', '/main?${query}');
       dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await (await head).response();
    const asked = `performance.getEntriesByType('resource').find((one) => one.name.includes('/document/'))`;
    return Number(
      await page.evaluate(
        `new Promise((resolve) => {
          const look = () => ${asked} ? resolve(${asked}.startTime) : setTimeout(look, 1);
          look();
        })`,
      ),
    );
  },
  next: (page) => click(page, 'Next page'),
  zoomIn: (page) => click(page, 'Zoom in'),
};

/** The component that ours is built on, as its documentation shows it. */
export const plain: Peer = {
  name: 'plain pdf.js',
  async prepare(page) {
    const home = path.resolve('node_modules/pdfjs-dist');
    await page.route('**/bench/**', async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/bench/') {
        return route.fulfill({ contentType: 'text/html', body: plainPage });
      }
      const file = path.join(home, pathname.slice('/bench/'.length));
      const contentType = file.endsWith('.css') ? 'text/css' : 'text/javascript';
      return route.fulfill({ contentType, body: await readFile(file) });
    });
    await page.goto('/bench/');
    await page.waitForFunction("typeof openPdf === 'function'");
    // So that the worker's script is in the browser's memory, as ours is.
    await page.evaluate("openPdf('/document/egd-lib/SHORT_EN_1.pdf')");
    await drawnAt(page, 1);
    await page.evaluate('closePdf()');
  },
  open: async (page, doc_num) =>
    Number(
      await page.evaluate(
        `{ const at = ${now}; openPdf('/document/egd-lib/${doc_num}_EN_1.pdf'); at }`,
      ),
    ),
  next: async (page) => Number(await page.evaluate(`{ const at = ${now}; viewer.nextPage(); at }`)),
  zoomIn: async (page) =>
    Number(await page.evaluate(`{ const at = ${now}; viewer.currentScale *= 31 / 30; at }`)),
};

/** When the page of this number is on the screen, sharp. pdf.js marks pages alike in both. */
export async function drawnAt(page: Page, number: number): Promise<number> {
  const mark = `.page[data-page-number="${number}"][data-loaded="true"]:not(.loadingIcon)`;
  return Number(
    await page.evaluate(
      `new Promise((resolve) => {
        const look = () => document.querySelector('${mark}') && (watch.disconnect(), resolve(${now}));
        const watch = new MutationObserver(look);
        watch.observe(document, { subtree: true, childList: true, attributes: true });
        look();
      })`,
    ),
  );
}

async function click(page: Page, name: string): Promise<number> {
  return Number(
    await page.evaluate(
      `{ const at = ${now}; document.querySelector('[aria-label="${name}"]').click(); at }`,
    ),
  );
}

const plainPage = `<!doctype html><title>plain</title>
<link rel="stylesheet" href="/bench/web/pdf_viewer.css">
<div id="container" style="position:absolute;inset:118px 15px 60px 400px;overflow:auto">
<div class="pdfViewer"></div></div>
<script type="module">
import { GlobalWorkerOptions, getDocument } from '/bench/build/pdf.min.mjs';
import { EventBus, PDFLinkService, PDFSinglePageViewer } from '/bench/web/pdf_viewer.mjs';
GlobalWorkerOptions.workerSrc = '/pdf.worker.min.mjs';
const eventBus = new EventBus();
const linkService = new PDFLinkService({ eventBus });
const container = document.getElementById('container');
const viewer = new PDFSinglePageViewer({ container, eventBus, linkService });
linkService.setViewer(viewer);
eventBus.on('pagesinit', () => (viewer.currentScaleValue = 'page-width'));
let task;
globalThis.viewer = viewer;
globalThis.openPdf = async (url) => {
  task = getDocument({ url });
  const pdf = await task.promise;
  viewer.setDocument(pdf);
  linkService.setDocument(pdf);
};
globalThis.closePdf = async () => { viewer.setDocument(null); await task.destroy(); };
</script>`;
