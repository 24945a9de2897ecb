import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag } from './conditional.ts';

export type Encoding = 'br' | 'zstd' | 'gzip' | 'identity';

/** A list as it is sent, kept in memory: serialised, compressed and tagged. */
export type ReadyList = { bytes: Buffer; encoding: Encoding; etag: string };

/** A list that is kept ready, unless the reader has it already. */
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

// The best first.
const encodings: Encoding[] = ['br', 'zstd', 'gzip', 'identity'];

export function encodingFor(request: FastifyRequest): Encoding {
  const accepted = request.headers['accept-encoding'];
  // The negotiator answers with one of the names it was given.
  return accepted === undefined
    ? 'identity'
    : ((negotiate(accepted, encodings) ?? 'identity') as Encoding);
}

/** The count that a list is valid for. */
export function versionOf({ versions }: FastifyRequest): number {
  if (versions === null) throw new Error('The guard reads the versions of every request.');
  return versions.catalogue;
}
