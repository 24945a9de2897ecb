import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { Type } from 'typebox';
import { aheadHeader, contentHeader } from '#contract/calls.ts';
import { LibraryError } from '#contract/errors.ts';
import { type Pages, readPagePicture, readPages } from '#contract/page-pictures.ts';
import type { AccessLog } from '../auth/access-log.ts';
import { userOf } from '../auth/guard.ts';
import type { Db } from '../db/schema.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import { closedSignal } from '../http/closed.ts';
import { matchesTag } from '../http/conditional.ts';
import type { Rotation } from '../pdf/draw/draw-picture.ts';
import { pictureName, pictureType } from '../pdf/draw/picture-store.ts';
import type { DocumentFiles } from './document-files.ts';
import type { PagePictures } from './page-pictures.ts';

type Deps = { db: Db; files: DocumentFiles; pictures: PagePictures; access: AccessLog };

const refusals = [404, 409, 429, 503] as const;

/** Sizes and pictures of pages. Refused as the PDF is: its file is opened for each of these calls. */
export function pageRoutes(app: App, { db, files, pictures, access }: Deps): void {
  const known = new LRUCache<string, Pages>({ max: 200 });

  /** Opens the PDF as if to send it, and closes it: if it is refused, so are its pictures. */
  async function openedBefore(name: string, { versions }: FastifyRequest) {
    const { found, file } = await files.open(name, versions);
    file.release();
    return { ...found, name: file.name };
  }

  /** Null where the file is not read yet, or cannot be. */
  async function pagesOf(hash: string | null): Promise<Pages | null> {
    if (hash === null) return null;
    const pages = known.get(hash) ?? (await readPageSizes(db, hash));
    if (pages !== null) known.set(hash, pages);
    return pages;
  }

  const { schema, ...call } = callRoute(
    readPages,
    'How many pages a PDF has, and their sizes',
    refusals,
  );
  app.route({
    ...call,
    // 204: there is nothing to show, which is no fault; a browser writes an error for each 404.
    schema: { ...schema, response: { ...schema.response, 204: Type.Null() } },
    config: { access: 'EGD_LIB' },
    handler: async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const { hash } = await openedBefore(request.params.name, request);
      return (await pagesOf(hash)) ?? reply.code(204).send(null);
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
      const sizes = await pagesOf(file.hash);
      if (sizes === null) return reply.code(204).send();
      const { content, pages } = sizes;
      if (query.content !== undefined && query.content !== content) {
        throw new LibraryError('changed_meanwhile', 'The PDF file was replaced. Reload it.');
      }
      const page = Number(params.page);
      if (page > pages) throw new LibraryError('not_found', 'The PDF has fewer pages.');
      const rotation = Number(query.rotation ?? 0) as Rotation; // the schema allows no other
      const wanted = { hash: content, page, rotation, file, pages };
      const etag = `"${pictureName(wanted)}"`;
      reply.header('etag', etag).header(contentHeader, content);
      if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      const picture = await pictures.find(userOf(request), wanted, closedSignal(reply));
      if (picture === 'changed') throw files.changed(request.versions);
      if (picture === null) return reply.code(204).send();
      const isAhead = request.headers[aheadHeader] !== undefined;
      // A picture shows what is in the document, so it counts as opening it.
      const action = isAhead ? 'document_fetched_ahead' : 'document_opened';
      access.noteDocument(action, userOf(request), request.ip, file.name);
      if (isAhead) pictures.countAhead(picture.length);
      else pictures.drawNeighbours(wanted);
      return reply.header('content-type', pictureType(picture) ?? '').send(Buffer.from(picture));
    },
  });
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
