import type { FastifyReply } from 'fastify';
import { ErrorBody } from '#contract/error-body.ts';
import { readRedline, readRedlineText, startRedline, startRedlineText } from '#contract/redline.ts';
import { userOf } from '../auth/guard.ts';
import type { App } from '../http/app.ts';
import type { FoundRedline, Redlines } from './redlines.ts';

const refusals = { 404: ErrorBody, 409: ErrorBody, 413: ErrorBody, 429: ErrorBody };

/** What changed between two documents. */
export function redlineRoutes(app: App, redlines: Redlines): void {
  app.route({
    method: readRedline.method,
    url: readRedline.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: 'What changed between two documents; 202 while they are compared',
      querystring: readRedline.query,
      response: { 200: readRedline.response, 202: readRedline.progress, ...refusals },
    },
    handler: async (request, reply) => send(reply, await redlines.find(request.query)),
  });

  app.route({
    method: startRedline.method,
    url: startRedline.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: 'What changed between two documents; starts the comparison, 202 while it goes on',
      body: startRedline.body,
      response: { 200: startRedline.response, 202: startRedline.progress, ...refusals },
    },
    handler: async (request, reply) =>
      send(reply, await redlines.start(userOf(request), request.body)),
  });

  app.route({
    method: readRedlineText.method,
    url: readRedlineText.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: 'The newer text with what was deleted in between',
      querystring: readRedlineText.query,
      response: { 200: readRedlineText.response, 202: readRedlineText.progress, ...refusals },
    },
    handler: async (request, reply) => send(reply, await redlines.find(request.query, 'runs_gz')),
  });

  app.route({
    method: startRedlineText.method,
    url: startRedlineText.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: 'The newer text with what was deleted in between; starts the comparison',
      body: startRedlineText.body,
      response: { 200: startRedlineText.response, 202: startRedlineText.progress, ...refusals },
    },
    handler: async (request, reply) =>
      send(reply, await redlines.start(userOf(request), request.body, 'runs_gz')),
  });
}

function send(reply: FastifyReply, found: FoundRedline): FastifyReply {
  if (found.state === 'under_way') return reply.code(202).send(found.progress);
  return reply.code(200).header('content-type', 'application/json; charset=utf-8').send(found.json);
}
