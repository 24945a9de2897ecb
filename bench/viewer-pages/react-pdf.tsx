import { createRoot } from 'react-dom/client';
import { Document, Page, pdfjs } from 'react-pdf';
import 'react-pdf/dist/Page/TextLayer.css';
import 'react-pdf/dist/Page/AnnotationLayer.css';
import { offer, pageWidth, pageWiderThan, pictureWidth, timed } from './page.ts';

// react-pdf as its guide shows it. It brings a pdf.js of its own, with a worker of its own.

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

function shown(): Promise<number> {
  let sharp: Promise<void>;
  return timed(
    () => (sharp = show()),
    () => sharp,
  );
}

offer({
  openDocument(asked) {
    address = asked;
    return shown();
  },
  turnTo(asked) {
    page = asked;
    return shown();
  },
  async zoomIn() {
    const before = pageWidth();
    width *= 31 / 30;
    const sharpMs = shown();
    const shownMs = timed(
      () => {},
      () => pageWiderThan(before),
    );
    return { shownMs: await shownMs, sharpMs: await sharpMs };
  },
});
