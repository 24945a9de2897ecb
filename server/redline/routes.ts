import type { FastifyReply } from 'fastify';
import { ErrorBody } from '#contract/error-body.ts';
import { readRedline, readRedlineText, startRedline, startRedlineText } from '#contract/redline.ts';
import { userOf } from '../auth/guard.ts';
import type { App } from '../http/app.ts';
import type { FoundRedline, Redlines } from './redlines.ts';

const refusals = { 404: ErrorBody, 409: ErrorBody, 413: ErrorBody, 429: ErrorBody };

const kinds = [
  {
    read: readRedline,
    start: startRedline,
    part: 'result_gz',
    about: 'The changes between two documents',
  },
  {
    read: readRedlineText,
    start: startRedlineText,
    part: 'runs_gz',
    about: 'The newer text with the deletions in between',
  },
] as const;

/** The changes between two documents: as changes, and as one text. */
export function redlineRoutes(app: App, redlines: Redlines): void {
  for (const { read, start, part, about } of kinds) {
    app.route({
      method: read.method,
      url: read.url,
      config: { access: 'EGD_LIB' },
      schema: {
        summary: `${about}; 202 while they are compared`,
        querystring: read.query,
        response: { 200: read.response, 202: read.progress, ...refusals },
      },
      handler: async (request, reply) => send(reply, await redlines.find(request.query, part)),
    });
    app.route({
      method: start.method,
      url: start.url,
      config: { access: 'EGD_LIB' },
      schema: {
        summary: `${about}; starts the comparison, 202 while it goes on`,
        body: start.body,
        response: { 200: start.response, 202: start.progress, ...refusals },
      },
      handler: async (request, reply) =>
        send(reply, await redlines.start(userOf(request), request.body, part)),
    });
  }
}

function send(reply: FastifyReply, found: FoundRedline): FastifyReply {
  if (found.state === 'under_way') return reply.code(202).send(found.progress);
  return reply.code(200).header('content-type', 'application/json; charset=utf-8').send(found.json);
}
