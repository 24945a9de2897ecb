import { GlobalWorkerOptions, PDFWorker } from './pdf-js.ts';

/** pdf.js's worker did not start: its script did not arrive, or fails in this browser. */
export class WorkerStartError extends Error {}

let shared: Promise<PDFWorker> | null = null;

/**
 * One worker for all documents that the tab opens: starting one takes a second. If it does not start,
 * this document fails and the next one starts another.
 */
export function sharedWorker(): Promise<PDFWorker> {
  shared ??= startWorker().catch((error: unknown) => {
    shared = null;
    throw error;
  });
  return shared;
}

/**
 * The worker is ours: when pdf.js's own one does not start, pdf.js reads documents on the page itself
 * from then on, or if that fails none at all until the page is loaded again.
 */
async function startWorker(): Promise<PDFWorker> {
  const port = new Worker(GlobalWorkerOptions.workerSrc, { type: 'module' });
  await new Promise((resolve, reject) => {
    port.addEventListener('message', resolve, { once: true });
    port.addEventListener('error', ({ message }) => reject(new WorkerStartError(message)), {
      once: true,
    });
  });
  // pdf.js's types are made from comments, which say null only.
  return new PDFWorker({ port: port as unknown as null });
}
