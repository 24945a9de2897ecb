import type { QueryClient } from '@tanstack/react-query';
import { type DocumentIdentity, pdfAddress, pdfFileName } from '#contract/file-name.ts';
import { importViewer } from '../../viewer/load-viewer.ts';
import { type FetchedSource, openSource } from '../../viewer/bytes/pdf-source.ts';
import { endsOf, maxWholeBytes, sizeOf } from '../../viewer/bytes/ranges.ts';
import { aheadQuery, keptMs, pagesQuery, pictureQuery } from './page-facts.ts';
import { searchOfQuery } from './search-state.ts';

const restMs = 80;
const mostInVain = 2 * 1024 * 1024;
/** Of pictures and PDFs that were fetched since a document was opened. */
let bytesInVain = 0;
let timer = 0;
/** The PDF that a reader may open next. */
let expected: string | null = null;
let ahead: { source: FetchedSource; closing: number } | null = null;

/** A reader rests on a link, and may follow it. Null: on none. */
export function restOn(client: QueryClient, address: string | null): void {
  clearTimeout(timer);
  if (address === null) return;
  timer = window.setTimeout(() => {
    const { searched, page } = searchOfQuery(address.replace(/^[^?]*/, ''));
    if (searched !== null) void fetchAhead(client, searched, page);
  }, restMs);
}

/**
 * Fetches what shows the document at once, if a reader opens it: three requests, and then the PDF in as
 * many. Those of a document before it that are still on their way are cancelled. True when all of the PDF
 * is on its way, so that its page can be drawn.
 */
export async function fetchAhead(
  client: QueryClient,
  document: DocumentIdentity,
  page: number,
): Promise<boolean> {
  const name = pdfFileName(document);
  expected = pdfAddress(document);
  void client.cancelQueries({
    type: 'inactive',
    predicate: ({ queryKey: [what, of] }) => of !== name && isFetchedAhead.test(String(what)),
  });
  if (bytesInVain > mostInVain) return false;
  const count = (bytes: number) => (bytesInVain += bytes);
  try {
    const [availability, pages] = await Promise.all([
      client.fetchQuery(aheadQuery(document)),
      client.fetchQuery(pagesQuery(name)),
      client.fetchQuery(pictureQuery(name, page, 0, count)),
    ]);
    if (availability.state !== 'available' || availability.content !== pages?.content) return false;
    if (expected !== pdfAddress(document)) return false;
    return await openAhead({ address: expected, ...availability });
  } catch {
    return false; // cancelled; or fetched again when it is needed
  }
}

const isFetchedAhead = /^(ahead|pages|picture)$/;

type File = Pick<FetchedSource, 'address' | 'bytes' | 'etag'>;

/** Opens the PDF in place of the one before it; of a large one, only what is read first is fetched. */
async function openAhead({ address, bytes, etag }: File): Promise<boolean> {
  if (bytes === null || etag === null) return false;
  const isSmall = bytes <= maxWholeBytes;
  if (isAhead({ address, etag })) return isSmall;
  const needed = isSmall ? bytes : sizeOf(endsOf(bytes));
  if (bytesInVain + needed > mostInVain) return false;
  bytesInVain += needed;
  closeAhead();
  const source = openSource({ address, bytes, etag, isAhead: true });
  ahead = { source, closing: window.setTimeout(closeAhead, keptMs) };
  if (!isSmall) return false;
  const { loadAhead } = await importViewer();
  if (ahead?.source !== source) return false;
  loadAhead(source);
  return true;
}

/** A reader opens a document. */
export function endInVain(): void {
  [expected, bytesInVain] = [null, 0];
}

/** The viewer opens this file: gives it if it was fetched ahead. */
export function takeAhead(file: Pick<File, 'address' | 'etag'>): FetchedSource | null {
  if (!isAhead(file)) closeAhead();
  const source = ahead?.source ?? null;
  clearTimeout(ahead?.closing);
  ahead = null;
  return source;
}

/** To be called when the reader signs out. */
export function closeAhead(): void {
  if (ahead === null) return;
  clearTimeout(ahead.closing);
  ahead.source.prefetch.cancel();
  ahead = null;
}

function isAhead({ address, etag }: Pick<File, 'address' | 'etag'>): boolean {
  return ahead?.source.address === address && ahead.source.etag === etag;
}
