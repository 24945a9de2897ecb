import {
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  getDocument,
} from '../pdf-js/pdf-js.ts';
import { NoAnswerError } from '../../failures.ts';
import { request } from '../../request.ts';
import { FileBytes, type FileEvents } from './file-bytes.ts';
import type { FetchedSource, PdfSource } from './pdf-source.ts';
import { WorkerStartError, sharedWorker } from '../pdf-js/pdf-worker.ts';
import { RangeTransport, minRangeBytes } from './range-transport.ts';
import { maxWholeBytes, partsOf } from './ranges.ts';

export type LoadEvents = FileEvents & {
  onPassword: (tryPassword: (password: string) => void, reason: number) => void;
};

/** The file is damaged; the server does not send it; or pdf.js does not work here, whatever the file. */
export type LoadFailure = 'damaged' | 'not_sent' | 'not_started';

/** A document that is being loaded, or is. */
export type Loading = {
  pdf: Promise<PDFDocumentProxy>;
  /** To be called when a reader sees the document: the server learns that it is read. */
  setRead: () => void;
  /** Tries again at once what could not be fetched. */
  retry: () => void;
  close: () => Promise<void>;
};

type Started = Loading & { listen: (events: LoadEvents) => void };

const startedAhead = new WeakMap<PdfSource, Started>();

/** Begins to load a document, or continues one that was loaded ahead. */
export function loadDocument(source: PdfSource, events: LoadEvents): Loading {
  const loading = startedAhead.get(source) ?? startLoading(source);
  startedAhead.delete(source);
  loading.listen(events);
  return loading;
}

/** Loads a document that a reader may ask for. */
export function loadAhead(source: FetchedSource): void {
  const loading = startLoading(source);
  startedAhead.set(source, loading);
  loading.pdf.catch(() => startedAhead.delete(source)); // the reader gets a new attempt
  source.prefetch.cancelled.addEventListener('abort', () => {
    if (startedAhead.delete(source)) void loading.close();
  });
}

/**
 * Only what is read is fetched. pdf.js would also stream the whole file from its beginning,
 * and a scan of 110 MB would show its first page after 25 s, not 2.5.
 */
function startLoading(source: PdfSource): Started {
  let listen: Started['listen'] = () => {};
  const listening = new Promise<LoadEvents>((resolve) => (listen = resolve));
  const file = new FileBytes(source, {
    onTrouble: (trouble) => void listening.then(({ onTrouble }) => onTrouble(trouble)),
    onRefused: () => listening.then(({ onRefused }) => onRefused()),
  });
  let task: PDFDocumentLoadingTask | null = null;

  async function load(): Promise<PDFDocumentProxy> {
    const [worker, bytes] = await Promise.all([sharedWorker(), dataFor(source, file)]);
    if (file.isClosed) throw new Error('The document was closed.');
    task = getDocument({ ...bytes, ...options, worker });
    task.onPassword = (tryPassword: (password: string) => void, reason: number) =>
      void listening.then(({ onPassword }) => onPassword(tryPassword, reason));
    return task.promise;
  }

  return {
    pdf: load(),
    listen,
    setRead() {
      if (source.isAhead !== true) return;
      source.isAhead = false;
      file.read({ begin: 0, end: 1 }).catch(() => {});
    },
    retry: () => file.retry(),
    close: async () => {
      file.close();
      await task?.destroy();
    },
  };
}

export function failureOf(error: unknown): LoadFailure {
  if (error instanceof WorkerStartError || isOtherVersion(error)) return 'not_started';
  const isNotSent = error instanceof NotSentError || error instanceof NoAnswerError;
  return isNotSent ? 'not_sent' : 'damaged';
}

/** After an upgrade of the library, a tab from before it gets the worker of the new version. */
function isOtherVersion(error: unknown): boolean {
  return error instanceof Error && /API version .* does not match/.test(error.message);
}

/** The file in one of two forms that pdf.js takes: all its bytes, or ranges. */
async function dataFor({ address, bytes }: PdfSource, file: FileBytes) {
  if (bytes === null) return { data: await fetchUnmeasured(address, file) };
  if (bytes <= maxWholeBytes) return { data: await fetchWhole(file, bytes) };
  return { range: new RangeTransport(file, bytes) };
}

/** A file whose length a proxy left out. */
async function fetchUnmeasured(address: string, { closed }: FileBytes): Promise<Uint8Array> {
  const answer = await request(address, { signal: closed });
  if (!answer.ok) throw new NotSentError(`The server answered ${answer.status}.`);
  return answer.content();
}

class NotSentError extends Error {}

async function fetchWhole(file: FileBytes, bytes: number): Promise<Uint8Array> {
  const ranges = partsOf(bytes);
  const parts = await Promise.all(ranges.map((range) => file.read(range)));
  const whole = new Uint8Array(bytes);
  for (const [index, part] of parts.entries()) whole.set(part, ranges[index]?.begin);
  return whole;
}

const options = {
  rangeChunkSize: minRangeBytes,
  disableStream: true,
  disableAutoFetch: true,
  cMapUrl: '/pdfjs/cmaps/',
  standardFontDataUrl: '/pdfjs/standard_fonts/',
  wasmUrl: '/pdfjs/wasm/',
  iccUrl: '/pdfjs/iccs/',
  enableXfa: false,
};
