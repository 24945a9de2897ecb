import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag } from './conditional.ts';

export type Encoding = 'br' | 'zstd' | 'gzip' | 'identity';

/** A serialised and compressed list with its ETag, cached in memory. */
export type ReadyList = { bytes: Buffer; encoding: Encoding; etag: string };

/** Sends a cached list, or 304 if the client has it already. */
export function sendList(
  request: FastifyRequest,
  reply: FastifyReply,
  list: ReadyList,
): FastifyReply {
  reply.header('etag', list.etag);
  reply.header('vary', 'accept-encoding');
  reply.header('cache-control', 'private, no-cache');
  if (matchesTag(request.headers['if-none-match'], list.etag)) return reply.code(304).send();
  if (list.encoding !== 'identity') reply.header('content-encoding', list.encoding);
  reply.header('content-type', 'application/json; charset=utf-8');
  return reply.send(list.bytes);
}

// Best first.
const encodings: Encoding[] = ['br', 'zstd', 'gzip', 'identity'];

export function encodingFor(request: FastifyRequest): Encoding {
  const accepted = request.headers['accept-encoding'];
  // The negotiator returns one of the names it was given.
  return accepted === undefined
    ? 'identity'
    : ((negotiate(accepted, encodings) ?? 'identity') as Encoding);
}

/** The version of the catalogue at the start of the request. */
export function versionOf({ versions }: FastifyRequest): number {
  if (versions === null) throw new Error('The guard reads the versions of every request.');
  return versions.catalogue;
}
