import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { aheadHeader, contentHeader } from '#contract/calls.ts';
import { LibraryError } from '#contract/errors.ts';
import { type Pages, readPagePicture, readPages } from '#contract/page-pictures.ts';
import type { AccessLog } from '../auth/access-log.ts';
import { userOf } from '../auth/guard.ts';
import type { Db } from '../db/schema.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import { closedSignal } from '../http/closed.ts';
import { compressList } from '../http/compress.ts';
import { matchesTag } from '../http/conditional.ts';
import type { Rotation } from '../pdf/draw-picture.ts';
import { pictureName, pictureType } from '../pdf/picture-store.ts';
import type { DocumentFiles } from './document-files.ts';
import type { PagePictures } from './page-pictures.ts';

type Deps = { db: Db; files: DocumentFiles; pictures: PagePictures; access: AccessLog };

const refusals = [404, 409, 429, 503] as const;
const aheadOnceInMs = 15 * 60_000;

/** Sizes and pictures of pages. Refused as the PDF is: its file is opened for each of these calls. */
export function pageRoutes(app: App, { db, files, pictures, access }: Deps): void {
  const known = new LRUCache<string, Pages>({ max: 200 });
  const fetchedAhead = new LRUCache<string, number>({ max: 20_000, ttl: aheadOnceInMs });

  /** Opens the PDF as if to send it, and closes it: whatever stands against it stands against its pictures. */
  async function openedBefore(name: string, { versions }: FastifyRequest) {
    const { found, file } = await files.open(name, versions);
    file.release();
    return { ...found, name: file.name };
  }

  async function pagesOf(hash: string | null): Promise<Pages> {
    if (hash === null) throw noPicture();
    const pages = known.get(hash) ?? (await readPageSizes(db, hash));
    if (pages === null) throw noPicture();
    known.set(hash, pages);
    return pages;
  }

  /**
   * A picture shows what is in the document, so it counts as opening it. One that is fetched ahead does not; but who
   * fetches a second page of the same document is reading it.
   */
  function isOpening(request: FastifyRequest, file: string, page: number): boolean {
    if (request.headers[aheadHeader] === undefined) return true;
    const key = `${userOf(request)}\n${file}`;
    const before = fetchedAhead.get(key);
    fetchedAhead.set(key, before ?? page);
    return before !== undefined && before !== page;
  }

  app.route({
    ...callRoute(readPages, 'How many pages a PDF has, and their sizes', refusals),
    config: { access: 'EGD_LIB' },
    onSend: compressList,
    handler: async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { hash } = await openedBefore(request.params.name, request);
      return pagesOf(hash);
    },
  });

  app.route({
    method: readPagePicture.method,
    url: readPagePicture.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: 'The picture of a page',
      params: readPagePicture.params,
      querystring: readPagePicture.query,
      produces: ['image/png'],
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { params, query } = request;
      const file = await openedBefore(params.name, request);
      const { content, pages } = await pagesOf(file.hash);
      if (query.content !== undefined && query.content !== content) {
        throw new LibraryError('changed_meanwhile', 'The PDF file is another by now.');
      }
      const page = Number(params.page);
      if (page > pages) throw noPicture();
      const rotation = Number(query.rotation ?? 0) as Rotation; // the schema allows no other
      const wanted = { hash: content, page, rotation, file, pages };
      const etag = `"${pictureName(wanted)}"`;
      reply.header('etag', etag).header(contentHeader, content);
      if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      const picture = await pictures.find(userOf(request), wanted, closedSignal(reply));
      if (picture === 'changed') throw files.changed(request.versions);
      if (picture === null) throw noPicture();
      if (isOpening(request, file.name, page)) {
        access.noteDocument(userOf(request), request.ip, file.name, false);
        pictures.drawNeighbours(wanted);
      }
      return send(request, reply, picture, pictures);
    },
  });
}

function send(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  picture: Uint8Array,
  { counts }: PagePictures,
): FastifyReply {
  if (headers[aheadHeader] !== undefined) {
    counts.ahead += 1;
    counts.aheadBytes += picture.length;
  }
  return reply.header('content-type', pictureType(picture) ?? '').send(Buffer.from(picture));
}

function noPicture(): LibraryError {
  return new LibraryError('no_picture', 'There is no picture of this page.');
}

/** Null where the PDF could not be read. */
async function readPageSizes(db: Db, hash: string): Promise<Pages | null> {
  const found = await db
    .selectFrom('contents')
    .select(['pages', 'page_sizes'])
    .where('hash', '=', hash)
    .where('state', '=', 'readable')
    .executeTakeFirst();
  if (found === undefined || found.pages === null || found.page_sizes === null) return null;
  // We wrote it, in save-facts.ts.
  const page_sizes = JSON.parse(found.page_sizes) as Pages['page_sizes'];
  return { content: hash, pages: found.pages, page_sizes };
}
