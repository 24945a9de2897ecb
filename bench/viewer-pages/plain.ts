import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist';
import { EventBus, PDFLinkService, PDFSinglePageViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import 'pdfjs-dist/web/pdf_viewer.css';
import './page.css';
import {
  exposeToBench,
  pageSharp,
  pageWidth,
  pageWiderThan,
  pictureWidth,
  measureMs,
} from './page.ts';

// The single-page viewer of pdf.js, with its default options.

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

async function open(address: string): Promise<void> {
  const pdf = await getDocument({ url: address }).promise;
  viewer.setDocument(pdf);
  linkService.setDocument(pdf);
}

exposeToBench({
  openDocument: (address) =>
    measureMs(
      () => void open(address),
      () => pageSharp(1),
    ),
  turnTo: (page) =>
    measureMs(
      () => (viewer.currentPageNumber = page),
      () => pageSharp(page),
    ),
  async zoomIn() {
    const before = pageWidth();
    const page = viewer.currentPageNumber;
    const scale = viewer.currentScale * zoomStep;
    const sharpMs = measureMs(
      () => (viewer.currentScale = scale),
      () => pageWiderThan(before).then(() => pageSharp(page)),
    );
    const shownMs = measureMs(
      () => {},
      () => pageWiderThan(before),
    );
    return { shownMs: await shownMs, sharpMs: await sharpMs };
  },
});

const zoomStep = 31 / 30; // one step of our viewer from its initial zoom, 3.0
