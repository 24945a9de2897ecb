import { type PDFDocumentLoadingTask, getDocument } from 'pdfjs-dist';
import { sharedWorker } from './pdf-worker.ts';
import {
  type PdfSource,
  RangeTransport,
  type TransportEvents,
  rangeBytes,
} from './range-transport.ts';

/**
 * Begins to load a document. Only what is looked at is fetched: pdf.js would otherwise stream the
 * file from its front besides, and a scan of 110 MB would take 23 s to its first page, not 4.
 */
export function loadDocument(
  source: PdfSource,
  events: TransportEvents,
): [PDFDocumentLoadingTask, RangeTransport | null] {
  const { address, bytes } = source;
  const transport = bytes === null ? null : new RangeTransport({ ...source, bytes }, events);
  const task = getDocument({
    ...(transport === null ? { url: address, withCredentials: true } : { range: transport }),
    worker: sharedWorker(),
    rangeChunkSize: rangeBytes,
    disableStream: true,
    disableAutoFetch: true,
    cMapUrl: '/pdfjs/cmaps/',
    standardFontDataUrl: '/pdfjs/standard_fonts/',
    wasmUrl: '/pdfjs/wasm/',
    iccUrl: '/pdfjs/iccs/',
    enableXfa: false,
  });
  return [task, transport];
}
