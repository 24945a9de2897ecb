import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { readPdf } from '#contract/catalogue.ts';
import { LibraryError } from '#contract/errors.ts';
import { addressedFileKey } from '#contract/file-name.ts';
import type { App } from '../app.ts';
import { fileNamesOf, findAddressed } from '../catalogue/catalogue.ts';
import type { Db } from '../db/schema.ts';
import { VersionedCache } from '../db/versions.ts';
import { answerTo } from './conditional.ts';
import { sendBytes } from './send.ts';
import type { OpenFile, SharedFolder } from './shared-folder.ts';

const filePolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

export function fileRoutes(app: App, { db, folder }: { db: Db; folder: SharedFolder }): void {
  const known = new VersionedCache<string[] | null>(10_000);

  async function namesOf(address: string, catalogueVersion: number): Promise<string[] | null> {
    return known.get(addressedFileKey(address), catalogueVersion, async () => {
      const entry = await findAddressed(db, address);
      return entry === null ? null : fileNamesOf(db, entry);
    });
  }

  app.route({
    method: ['GET', 'HEAD'],
    url: readPdf.url,
    exposeHeadRoute: false,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: 'The PDF of a document, whole or by range',
      params: readPdf.params,
      querystring: readPdf.query,
      produces: ['application/pdf'],
    },
    handler: async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      const names = await namesOf(request.params.name, request.versions?.catalogue ?? 0);
      if (names === null) throw new LibraryError('not_found', 'No document has this name.');
      const file = await folder.open(names);
      if (file === null) throw new LibraryError('not_found', 'The PDF file was not found.');
      try {
        const answer = answerTo(request.method, request.headers, file);
        const disposition = request.query.download === undefined ? 'inline' : 'attachment';
        describe(reply, file, disposition);
        if (answer.status === 304) return reply.code(304).send();
        if (answer.status === 412) {
          throw new LibraryError('precondition_failed', 'The file is not the one you asked for.');
        }
        if (answer.status === 416) {
          reply.header('content-range', `bytes */${file.size}`);
          throw new LibraryError('range_not_satisfiable', 'The file has no such bytes.');
        }
        const { first, last } = answer.status === 206 ? answer : { first: 0, last: file.size - 1 };
        if (answer.status === 206) {
          reply.header('content-range', `bytes ${first}-${last}/${file.size}`);
        }
        reply.code(answer.status).header('content-type', 'application/pdf');
        reply.header('content-length', last + 1 - first);
        if (request.method === 'HEAD') return reply.send();
        reply.hijack();
        reply.raw.writeHead(answer.status, headersOf(reply));
        await sendBytes(reply.raw, file, first, last);
        return reply;
      } finally {
        file.release();
      }
    },
  });
}

function describe(reply: FastifyReply, file: OpenFile, type: 'inline' | 'attachment'): void {
  reply.header('etag', file.etag);
  reply.header('last-modified', file.lastModified.toUTCString());
  reply.header('accept-ranges', 'bytes');
  reply.header('content-disposition', contentDisposition(file.name, { type }));
  // The viewer prints the file from a frame of its own, by the browser's PDF plugin.
  reply.header('content-security-policy', filePolicy);
  reply.header('x-frame-options', 'SAMEORIGIN');
}

// Fastify holds an undefined header for one that was removed; Node would refuse it.
function headersOf(reply: FastifyReply) {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined),
  );
}
