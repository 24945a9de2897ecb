import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist';
import { EventBus, PDFLinkService, PDFSinglePageViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import 'pdfjs-dist/web/pdf_viewer.css';
import './page.css';

// The single-page viewer of pdf.js, with its default options.

/** The width of our page in the bench's window; both viewers draw the same number of pixels. */
const pictureWidth = 1083;

GlobalWorkerOptions.workerSrc = '/peers/plain.worker.mjs';
const container = document.createElement('div');
container.className = 'sheet';
container.append(Object.assign(document.createElement('div'), { className: 'pdfViewer' }));
document.body.append(container);
const eventBus = new EventBus();
const linkService = new PDFLinkService({ eventBus });
const viewer = new PDFSinglePageViewer({ container, eventBus, linkService });
linkService.setViewer(viewer);
eventBus.on('pagesinit', () => {
  const { width, scale } = viewer.getPageView(0);
  viewer.currentScale = (pictureWidth * scale) / width;
});

// What bench/viewer.ts calls: each resolves when the page is sharp.
Object.assign(globalThis, {
  async openDocument(address: string): Promise<void> {
    const pdf = await getDocument({ url: address }).promise;
    viewer.setDocument(pdf);
    linkService.setDocument(pdf);
    await pageSharp(1);
  },
  turnTo(page: number): Promise<void> {
    viewer.currentPageNumber = page;
    return pageSharp(page);
  },
});

/** Resolves when the page has a picture as wide as it is shown. */
function pageSharp(page: number): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isSharp(page)) return;
      watch.disconnect();
      resolve();
    };
    const watch = new MutationObserver(check);
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    check();
  });
}

function isSharp(page: number): boolean {
  const sheet = document.querySelector(`.page[data-page-number="${page}"][data-loaded]`);
  const canvas = sheet?.querySelector('canvas');
  if (!canvas || sheet?.classList.contains('loadingIcon') === true) return false;
  const shown = canvas.getBoundingClientRect().width * devicePixelRatio;
  return Math.abs(canvas.width - shown) < shown / 100; // pdf.js rounds
}
