import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist';
import { EventBus, PDFLinkService, PDFSinglePageViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import 'pdfjs-dist/web/pdf_viewer.css';
import './page.css';
import { offer, pageDrawn } from './page.ts';

// pdf.js's single-page viewer as it comes: every option at its default.

GlobalWorkerOptions.workerSrc = '/pdf.worker.min.mjs';
const container = document.createElement('div');
container.className = 'sheet';
container.append(Object.assign(document.createElement('div'), { className: 'pdfViewer' }));
document.body.append(container);
const eventBus = new EventBus();
const linkService = new PDFLinkService({ eventBus });
const viewer = new PDFSinglePageViewer({ container, eventBus, linkService });
linkService.setViewer(viewer);
eventBus.on('pagesinit', () => (viewer.currentScaleValue = 'page-width'));

offer({
  async openDocument(address) {
    const start = performance.now();
    const pdf = await getDocument({ url: address }).promise;
    viewer.setDocument(pdf);
    linkService.setDocument(pdf);
    await pageDrawn(1);
    return performance.now() - start;
  },
  async goToPage(page) {
    const start = performance.now();
    viewer.currentPageNumber = page;
    await pageDrawn(page);
    return performance.now() - start;
  },
});
