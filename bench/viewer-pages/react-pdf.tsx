import { createRoot } from 'react-dom/client';
import { Document, Page, pdfjs } from 'react-pdf';
import 'react-pdf/dist/Page/TextLayer.css';
import 'react-pdf/dist/Page/AnnotationLayer.css';
import { exposeToBench, pageWidth, pageWiderThan, pictureWidth, measureMs } from './page.ts';

// react-pdf as in its guide. It has its own pdf.js with its own worker.

pdfjs.GlobalWorkerOptions.workerSrc = '/peers/react-pdf.worker.mjs';
const container = document.querySelector('#root');
if (container === null) throw new Error('The page has no root.');
const root = createRoot(container);
let address = '';
let page = 1;
let width = pictureWidth;

function show(): Promise<void> {
  return new Promise((resolve) => {
    root.render(
      <Document file={address}>
        <Page pageNumber={page} width={width} onRenderSuccess={() => resolve()} />
      </Document>,
    );
  });
}

function showAndMeasure(): Promise<number> {
  let sharp: Promise<void>;
  return measureMs(
    () => (sharp = show()),
    () => sharp,
  );
}

exposeToBench({
  openDocument(asked) {
    address = asked;
    return showAndMeasure();
  },
  turnTo(asked) {
    page = asked;
    return showAndMeasure();
  },
  async zoomIn() {
    const before = pageWidth();
    width *= 31 / 30;
    const sharpMs = showAndMeasure();
    const shownMs = measureMs(
      () => {},
      () => pageWiderThan(before),
    );
    return { shownMs: await shownMs, sharpMs: await sharpMs };
  },
});
