import { createRoot } from 'react-dom/client';
import { Document, Page, pdfjs } from 'react-pdf';
import 'react-pdf/dist/Page/TextLayer.css';
import 'react-pdf/dist/Page/AnnotationLayer.css';
import { offer } from './page.ts';

// react-pdf as its guide shows it. It brings a pdf.js of its own, with a worker of its own.

pdfjs.GlobalWorkerOptions.workerSrc = '/peers/react-pdf.worker.mjs';
const container = document.querySelector('#root');
if (container === null) throw new Error('The page has no root.');
const root = createRoot(container);
let address = '';

function show(page: number): Promise<void> {
  return new Promise((resolve) => {
    root.render(
      <Document file={address}>
        <Page pageNumber={page} width={innerWidth} onRenderSuccess={() => resolve()} />
      </Document>,
    );
  });
}

async function timed(page: number): Promise<number> {
  const start = performance.now();
  await show(page);
  return performance.now() - start;
}

offer({
  openDocument(asked) {
    address = asked;
    return timed(1);
  },
  goToPage: timed,
});
