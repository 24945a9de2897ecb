import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/calls.ts';
import { type DocumentIdentity, pdfFileName } from '#contract/file-name.ts';
import type { Pages, readPages } from '#contract/page-pictures.ts';
import { availabilityOf, call } from '../../api.ts';
import { request } from '../../request.ts';
import type { PageFacts } from '../../viewer/page/server-pictures.ts';

// A reader who comes back to a line, or presses Search at last, still has what was fetched.
export const keptMs = 30_000;
const kept = { gcTime: keptMs, staleTime: keptMs, retry: false };

/** The sizes of a PDF's pages, and of which content they are; null where the library does not know them (yet). */
export const pagesQuery = (name: string) =>
  queryOptions({
    queryKey: ['pages', name],
    queryFn: ({ signal }): Promise<Pages | null> =>
      // null: 204
      call<typeof readPages>(calls.readPages, { params: { name }, signal }),
    ...kept,
  });

/** Whether the PDF was there a moment ago. Opening it asks again. */
export const aheadQuery = (document: DocumentIdentity) =>
  queryOptions({
    queryKey: ['ahead', pdfFileName(document)],
    queryFn: ({ signal }) => availabilityOf(document, signal),
    ...kept,
  });

/** The picture of a page; null where the server gives none. `onAhead`: it is fetched ahead, and gets its size. */
export const pictureQuery = (
  name: string,
  page: number,
  rotation = 0,
  onAhead?: (bytes: number) => void,
) =>
  queryOptions({
    queryKey: ['picture', name, page, rotation],
    queryFn: async ({ signal }) => {
      const address = calls.fillAddress(calls.readPagePicture.url, { name, page });
      const response = await request(rotation === 0 ? address : `${address}?rotation=${rotation}`, {
        headers: onAhead === undefined ? {} : { [calls.aheadHeader]: '1' },
        signal,
      });
      if (response.status !== 200) return null;
      const type = response.headers.get('content-type') ?? '';
      const picture = new Blob([await response.content()], { type });
      onAhead?.(picture.size);
      const content = response.headers.get(calls.contentHeader);
      return { content, bitmap: await createImageBitmap(picture) };
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
      if (picture !== null && picture.content !== content) {
        picture = await client.fetchQuery({ ...query, staleTime: 0 }); // it was fetched before the file was replaced
      }
      return picture?.content === content ? picture.bitmap : null;
    },
  };
}
