import { GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist';

let worker: PDFWorker | null = null;

/** One worker parses every document of the tab, one after another; a new one costs a second. */
export function sharedWorker(): PDFWorker {
  if (worker === null || worker.destroyed) {
    GlobalWorkerOptions.workerSrc = '/pdf.worker.min.mjs'; // specification, section 9
    const fresh = new PDFWorker();
    // The server did not give the script: the next document tries again, and tells.
    fresh.promise.catch(() => {
      if (worker === fresh) worker = null;
    });
    worker = fresh;
  }
  return worker;
}
