import { type PDFDocumentLoadingTask, type PDFDocumentProxy, getDocument } from 'pdfjs-dist';
import { FileBytes, type FileEvents } from './file-bytes.ts';
import type { PdfSource } from './pdf-source.ts';
import { sharedWorker } from './pdf-worker.ts';
import { RangeTransport, rangeBytes } from './range-transport.ts';
import { partsOf, wholeUpToBytes } from './ranges.ts';

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
  if (bytes <= wholeUpToBytes) return { data: await wholeOf(file, bytes) };
  return { range: new RangeTransport(file, bytes) };
}

async function wholeOf(file: FileBytes, bytes: number): Promise<Uint8Array> {
  const ranges = partsOf(bytes);
  const parts = await Promise.all(ranges.map((range) => file.fetch(range)));
  const whole = new Uint8Array(bytes);
  for (const [at, part] of parts.entries()) whole.set(part, ranges[at]?.begin);
  return whole;
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
