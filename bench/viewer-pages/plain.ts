import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist';
import { EventBus, PDFLinkService, PDFSinglePageViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import 'pdfjs-dist/web/pdf_viewer.css';
import './page.css';
import { offer, pageSharp, pageWidth, pageWiderThan, pictureWidth, timed } from './page.ts';

// pdf.js's single-page viewer as it comes: every option at its default.

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

offer({
  openDocument: (address) =>
    timed(
      () => void open(address),
      () => pageSharp(1),
    ),
  turnTo: (page) =>
    timed(
      () => (viewer.currentPageNumber = page),
      () => pageSharp(page),
    ),
  async zoomIn() {
    const before = pageWidth();
    const page = viewer.currentPageNumber;
    const scale = viewer.currentScale * zoomStep;
    const sharpMs = timed(
      () => (viewer.currentScale = scale),
      () => pageWiderThan(before).then(() => pageSharp(page)),
    );
    const shownMs = timed(
      () => {},
      () => pageWiderThan(before),
    );
    return { shownMs: await shownMs, sharpMs: await sharpMs };
  },
});

const zoomStep = 31 / 30; // ours, from the initial zoom of 3.0
