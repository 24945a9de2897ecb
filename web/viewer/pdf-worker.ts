import { GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist';

let worker: PDFWorker | null = null;

/** One worker parses every document of the tab, one after another; a new one costs a second. */
export function sharedWorker(): PDFWorker {
  if (worker === null || worker.destroyed) {
    GlobalWorkerOptions.workerSrc = '/pdf.worker.min.mjs'; // specification, section 9
    worker = new PDFWorker();
  }
  return worker;
}
