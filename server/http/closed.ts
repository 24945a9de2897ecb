import type { FastifyReply } from 'fastify';
import { LibraryError } from '#contract/errors.ts';

/** Aborts when the client closes its connection before it has the whole answer. */
export function closedSignal({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  const abort = () => closed.abort(new LibraryError('busy', 'The connection was closed.'));
  raw.once('close', abort);
  if (raw.destroyed) abort();
  return closed.signal;
}
