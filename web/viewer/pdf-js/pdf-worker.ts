import { isNewest } from '../platform.ts';
import { GlobalWorkerOptions, PDFWorker } from './pdf-js.ts';

const address = '/pdf.worker.min.mjs'; // specification, section 9
const addressForOlder = '/older-browsers/pdf.worker.min.mjs';

let worker: PDFWorker | null = null;

/** One worker for all documents that the tab opens: starting one takes a second. */
export function sharedWorker(): PDFWorker {
  if (worker === null || worker.destroyed) {
    GlobalWorkerOptions.workerSrc = isNewest() ? address : addressForOlder;
    const started = new PDFWorker();
    // When its script could not be fetched, this document fails and the next one starts another worker.
    started.promise.catch(() => {
      if (worker === started) worker = null;
    });
    worker = started;
  }
  return worker;
}
