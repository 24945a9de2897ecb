import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listCustomers, listDocuments } from '#contract/catalogue.ts';
import { ErrorBody } from '#contract/errors.ts';
import type { App } from '../app.ts';
import { matchesTag } from '../files/conditional.ts';
import { type CatalogueLists, type Encoding, encodings, type ReadyList } from './lists.ts';

export function catalogueRoutes(app: App, lists: CatalogueLists): void {
  app.route({
    method: listCustomers.method,
    url: listCustomers.url,
    config: { access: 'EGD_LIB' },
    schema: { summary: 'All customers', response: { 200: listCustomers.response } },
    handler: async (request, reply) =>
      sendList(request, reply, await lists.customers(versionOf(request))),
  });

  app.route({
    method: listDocuments.method,
    url: listDocuments.url,
    config: { access: 'EGD_LIB' },
    schema: {
      summary: "A customer's documents",
      querystring: listDocuments.query,
      response: { 200: listDocuments.response, 400: ErrorBody },
    },
    handler: async (request, reply) =>
      sendList(request, reply, await lists.documents(request.query.customer, versionOf(request))),
  });
}

async function sendList(request: FastifyRequest, reply: FastifyReply, list: ReadyList) {
  const accepted = request.headers['accept-encoding'] ?? 'identity';
  // The negotiator answers with one of the names it was given.
  const wanted = (negotiate(accepted, encodings) ?? 'identity') as Encoding;
  const encoding = list.encodingFor(wanted);
  const etag = `"${list.tag}-${encoding}"`;
  reply.header('etag', etag);
  reply.header('vary', 'accept-encoding');
  reply.header('cache-control', 'private, no-cache');
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.header('content-type', 'application/json; charset=utf-8');
  return reply.send(await list.as(encoding));
}

function versionOf(request: FastifyRequest): number {
  if (request.versions === null) throw new Error('The guard reads the versions of every request.');
  return request.versions.catalogue;
}
