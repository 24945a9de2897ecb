import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/calls.ts';
import { type DocumentIdentity, pdfFileName } from '#contract/file-name.ts';
import type { Pages, readPages } from '#contract/page-pictures.ts';
import { availabilityOf, call } from '../../api.ts';
import type { PageFacts } from '../../viewer/page/server-pictures.ts';
import { searchOfQuery } from './search-state.ts';

// A reader who comes back to a line, or presses Search at last, still has what was fetched.
const kept = { gcTime: 30_000, staleTime: 30_000, retry: false };

/** The sizes of a PDF's pages, and of which content they are; null where the library does not know them (yet). */
export const pagesQuery = (name: string) =>
  queryOptions({
    queryKey: ['pages', name],
    queryFn: ({ signal }) => {
      const url = calls.fillAddress(calls.readPages.url, { name });
      return call<typeof readPages>({ method: 'GET', url }, { signal }) as Promise<Pages | null>; // 204
    },
    ...kept,
  });

/** Whether the PDF was there a moment ago. Opening it asks again. */
export const aheadQuery = (document: DocumentIdentity) =>
  queryOptions({
    queryKey: ['ahead', pdfFileName(document)],
    queryFn: ({ signal }) => availabilityOf(document, signal),
    ...kept,
  });

/** The picture of a page; null where the server gives none. */
const pictureQuery = (name: string, page: number, rotation = 0, isAhead = false) =>
  queryOptions({
    queryKey: ['picture', name, page, rotation],
    queryFn: async ({ signal }) => {
      const address = calls.fillAddress(calls.readPagePicture.url, { name, page });
      const response = await fetch(rotation === 0 ? address : `${address}?rotation=${rotation}`, {
        headers: isAhead ? { [calls.aheadHeader]: '1' } : {},
        credentials: 'include',
        signal,
      });
      if (response.status !== 200) return null;
      const picture = await response.blob();
      const content = response.headers.get(calls.contentHeader);
      return { content, bytes: picture.size, bitmap: await createImageBitmap(picture) };
    },
    ...kept,
  });

/** For the viewer: the pages of this content, and pictures of no other. */
export function pageFacts(
  client: QueryClient,
  name: string,
  { content, pages: total, page_sizes }: Pages,
): PageFacts {
  return {
    total,
    sizeOf(page) {
      let last = 0;
      return page_sizes.find(({ pages }) => page <= (last += pages)) ?? null;
    },
    async readPicture(page, rotation) {
      const query = pictureQuery(name, page, rotation);
      let picture = await client.fetchQuery(query);
      bytesInVain = 0;
      if (picture !== null && picture.content !== content) {
        picture = await client.fetchQuery({ ...query, staleTime: 0 }); // it was fetched before the file was replaced
      }
      return picture?.content === content ? picture.bitmap : null;
    },
  };
}

const restMs = 80;
const mostInVain = 2 * 1024 * 1024;
/** Of pictures that were fetched since one was shown. */
let bytesInVain = 0;
let timer = 0;

/** A reader rests on a link, and may follow it. Null: on none. */
export function restOn(client: QueryClient, address: string | null): void {
  clearTimeout(timer);
  if (address === null) return;
  timer = window.setTimeout(() => {
    const { searched, page } = searchOfQuery(address.replace(/^[^?]*/, ''));
    if (searched !== null) fetchAhead(client, searched, page);
  }, restMs);
}

/**
 * Fetches what shows the document at once, if a reader opens it: three requests. Those of a document
 * before it that are still on their way are cancelled. Not the PDF itself: fetching it counts as opening it.
 */
export function fetchAhead(client: QueryClient, document: DocumentIdentity, page: number): void {
  const name = pdfFileName(document);
  void client.cancelQueries({
    type: 'inactive',
    predicate: ({ queryKey: [what, of] }) => of !== name && isFetchedAhead.test(String(what)),
  });
  if (bytesInVain > mostInVain) return;
  void client.prefetchQuery(aheadQuery(document));
  void client.prefetchQuery(pagesQuery(name));
  const picture = client.fetchQuery(pictureQuery(name, page, 0, true));
  picture.then(
    (fetched) => (bytesInVain += fetched?.bytes ?? 0),
    () => {}, // cancelled; or fetched again when it is needed
  );
}

const isFetchedAhead = /^(ahead|pages|picture)$/;
