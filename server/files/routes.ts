import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { aheadHeader, contentHeader, uncheckedHeader } from '#contract/calls.ts';
import { readPdf } from '#contract/catalogue.ts';
import { LibraryError } from '#contract/errors.ts';
import type { AccessLog } from '../auth/access-log.ts';
import { userOf } from '../auth/guard.ts';
import type { Config } from '../config/config.ts';
import type { App } from '../http/app.ts';
import { answerTo } from '../http/conditional.ts';
import { sendingByProxy } from './by-proxy.ts';
import type { DocumentFiles } from './document-files.ts';
import { letFrame } from '../http/security-headers.ts';
import { sendBytes } from './send.ts';
import type { OpenFile } from '../share/shared-folder.ts';

type FileRoutesDeps = {
  config: Config;
  files: DocumentFiles;
  access: AccessLog;
  now: () => number;
  /** Bytes are sent before a reader asks for the document. */
  onAhead: (bytes: number) => void;
  /** Someone begins to read a document. */
  onOpened: (user: string, document_id: number) => void;
};

export function fileRoutes(app: App, deps: FileRoutesDeps): void {
  const { config, files, access, now, onAhead, onOpened } = deps;
  const byProxy = sendingByProxy(config, now);

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
      const opened = await files.open(request.params.name, request.versions);
      const { document_id, path } = opened.found;
      const forNginx = byProxy.asTaggedByNginx(opened.file, request.headers);
      const file = forNginx ?? opened.file;
      try {
        const answer = answerTo(request.method, request.headers, file);
        const disposition = request.query.download === undefined ? 'inline' : 'attachment';
        describe(reply, file, disposition);
        if (opened.found.verdict === 'broken') reply.header(uncheckedHeader, 'yes');
        if (opened.found.hash !== null) reply.header(contentHeader, opened.found.hash);
        if (answer.status === 304) return reply.code(304).send();
        if (answer.status === 412) {
          throw new LibraryError('precondition_failed', 'The file was replaced since. Reload it.');
        }
        if (answer.status === 416) {
          reply.header('content-range', `bytes */${file.size}`);
          throw new LibraryError('range_not_satisfiable', 'The range lies outside the file.');
        }
        const { first, last } = answer.status === 206 ? answer : { first: 0, last: file.size - 1 };
        if (answer.status === 206) {
          reply.header('content-range', `bytes ${first}-${last}/${file.size}`);
        }
        reply.code(answer.status).header('content-type', 'application/pdf');
        reply.header('content-length', last + 1 - first);
        if (request.method === 'HEAD') return reply.send();
        const user = userOf(request);
        if (disposition === 'inline' && request.headers[aheadHeader] !== undefined) {
          access.noteDocument('document_fetched_ahead', user, request.ip, file.name);
          onAhead(last + 1 - first);
        } else if (first === 0) {
          // A reader starts at the beginning of a document.
          const isDownload = disposition === 'attachment';
          const action = isDownload ? 'document_downloaded' : 'document_opened';
          access.noteDocument(action, user, request.ip, file.name);
          onOpened(user, document_id);
        }
        // A range that we pass over, nginx might not.
        const isPlain = answer.status === 206 || request.headers.range === undefined;
        const place = forNginx !== null && isPlain ? byProxy.placeFor(request, path) : null;
        if (place !== null) {
          // What nginx says of the bytes that it sends.
          for (const header of ['content-range', 'content-length', 'accept-ranges']) {
            reply.removeHeader(header);
          }
          return reply.code(200).header('x-accel-redirect', place).send();
        }
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
  letFrame(reply);
}

// Fastify holds an undefined header for one that was removed; Node would refuse it.
function headersOf(reply: FastifyReply) {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined),
  );
}
