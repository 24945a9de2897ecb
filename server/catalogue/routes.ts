import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listCustomers, listDocuments } from '#contract/catalogue.ts';
import { ErrorBody } from '#contract/errors.ts';
import type { App } from '../http/app.ts';
import { matchesTag } from '../http/conditional.ts';
import type { CatalogueLists, Encoding, ReadyList } from './lists.ts';

export function catalogueRoutes(app: App, lists: CatalogueLists): void {
  app.route({
    method: listCustomers.method,
    url: listCustomers.url,
    config: { access: 'EGD_LIB' },
    schema: { summary: 'All customers', response: { 200: listCustomers.response } },
    handler: async (request, reply) => {
      const list = await lists.customers(encodingFor(request), versionOf(request));
      return sendList(request, reply, list);
    },
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
    handler: async (request, reply) => {
      const { customer } = request.query;
      const list = await lists.documents(customer, encodingFor(request), versionOf(request));
      return sendList(request, reply, list);
    },
  });
}

function sendList(request: FastifyRequest, reply: FastifyReply, list: ReadyList): FastifyReply {
  reply.header('etag', list.etag);
  reply.header('vary', 'accept-encoding');
  reply.header('cache-control', 'private, no-cache');
  if (matchesTag(request.headers['if-none-match'], list.etag)) return reply.code(304).send();
  if (list.encoding !== 'identity') reply.header('content-encoding', list.encoding);
  reply.header('content-type', 'application/json; charset=utf-8');
  return reply.send(list.bytes);
}

// The best first.
const encodings: Encoding[] = ['br', 'zstd', 'gzip', 'identity'];

function encodingFor(request: FastifyRequest): Encoding {
  const accepted = request.headers['accept-encoding'];
  // The negotiator answers with one of the names it was given.
  return accepted === undefined
    ? 'identity'
    : ((negotiate(accepted, encodings) ?? 'identity') as Encoding);
}

function versionOf({ versions }: FastifyRequest): number {
  if (versions === null) throw new Error('The guard reads the versions of every request.');
  return versions.catalogue;
}
