import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { readPdf } from '#contract/catalogue.ts';
import { LibraryError } from '#contract/errors.ts';
import { addressedFileKey } from '#contract/file-name.ts';
import type { App } from '../http/app.ts';
import type { Db } from '../db/schema.ts';
import { type Versions, VersionedCache } from '../db/versions.ts';
import { answerTo } from '../http/conditional.ts';
import { type AddressedFile, findAddressedFile } from './find-file.ts';
import { sendBytes } from './send.ts';
import type { OpenFile, SharedFolder } from '../share/shared-folder.ts';

const filePolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

export function fileRoutes(app: App, { db, folder }: { db: Db; folder: SharedFolder }): void {
  const known = new VersionedCache<AddressedFile>(10_000);

  // Both counters only rise, so their sum stands only while both stand.
  function find(address: string, { catalogue, files }: Versions): Promise<AddressedFile> {
    const key = addressedFileKey(address);
    return known.get(key, catalogue + files, () => findAddressedFile(db, address));
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
      if (request.versions === null) throw new Error('The guard reads the versions.');
      const found = await find(request.params.name, request.versions);
      const file = found.state === 'there' ? await folder.open(found.file) : found.state;
      if (typeof file === 'string') throw await absence(file, folder);
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

async function absence(
  state: Exclude<AddressedFile['state'], 'there'>,
  folder: SharedFolder,
): Promise<LibraryError> {
  if (state === 'no_entry') return new LibraryError('not_found', 'No document has this name.');
  await folder.requireReachable();
  const why = state === 'copying' ? 'is still being copied' : 'was not found';
  return new LibraryError('not_found', `The PDF file ${why}.`);
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
