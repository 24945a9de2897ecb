import { type PDFDocumentLoadingTask, type PDFDocumentProxy, getDocument } from 'pdfjs-dist';
import { FileBytes, type FileEvents, type PdfSource } from './file-bytes.ts';
import { sharedWorker } from './pdf-worker.ts';
import { RangeTransport, rangeBytes } from './range-transport.ts';

export type LoadEvents = FileEvents & {
  onPassword: (tryPassword: (password: string) => void, reason: number) => void;
};

/** A document on its way. */
export type Loading = {
  pdf: Promise<PDFDocumentProxy>;
  /** Asks again at once for what could not be fetched. */
  retry: () => void;
  close: () => Promise<void>;
};

// Fetched whole, in one request. pdf.js looks at every page's entry before it draws the first, one
// after another: of a text of 327 pages and 1.3 MB it asks for all of it, in twenty questions.
const wholeBelowBytes = 2 * 1024 * 1024;

/**
 * Begins to load a document. Only what is looked at is fetched: pdf.js would otherwise stream the
 * file from its front besides, and a scan of 110 MB would take 25 s to its first page, not 2.5.
 */
export function loadDocument(source: PdfSource, events: LoadEvents): Loading {
  const file = new FileBytes(source, events);
  let task: PDFDocumentLoadingTask | null = null;

  async function load(): Promise<PDFDocumentProxy> {
    const bytes = await bytesFor(source, file);
    if (file.isEnded) throw new Error('The document was closed.');
    task = getDocument({ ...bytes, ...options, worker: sharedWorker() });
    task.onPassword = events.onPassword;
    return task.promise;
  }

  return {
    pdf: load(),
    retry: () => file.retry(),
    close: async () => {
      file.end();
      await task?.destroy();
    },
  };
}

/** Where pdf.js gets its bytes from. */
async function bytesFor({ address, bytes }: PdfSource, file: FileBytes) {
  if (bytes === null) return { url: address, withCredentials: true };
  if (bytes <= wholeBelowBytes) return { data: await file.fetch(0, bytes) };
  return { range: new RangeTransport(file, bytes) };
}

const options = {
  rangeChunkSize: rangeBytes,
  disableStream: true,
  disableAutoFetch: true,
  cMapUrl: '/pdfjs/cmaps/',
  standardFontDataUrl: '/pdfjs/standard_fonts/',
  wasmUrl: '/pdfjs/wasm/',
  iccUrl: '/pdfjs/iccs/',
  enableXfa: false,
};
