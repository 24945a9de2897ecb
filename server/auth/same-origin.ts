import type { FastifyRequest } from 'fastify';
import { LibraryError } from '#contract/errors.ts';

/**
 * Refuses a write that another site's page started. Browsers say where a request comes from, in
 * `Sec-Fetch-Site` or `Origin`, or at least in `Referer`; a client that says nothing is no browser
 * and carries no one else's cookie.
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string | null): void {
  if (!comesFromElsewhere(request, publicUrl)) return;
  throw new LibraryError('other_origin', 'This request came from another site and was refused.');
}

function comesFromElsewhere(request: FastifyRequest, publicUrl: string | null): boolean {
  const { 'sec-fetch-site': site, origin, referer } = request.headers;
  // "none" is the reader's own doing: a typed address or a bookmark.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const from = origin ?? referer;
  if (from === undefined) return false;
  const own = [originOf(`${request.protocol}://${request.host}`), publicUrl];
  const theirs = originOf(from);
  return theirs === null || !own.includes(theirs);
}

function originOf(address: string): string | null {
  return URL.parse(address)?.origin ?? null;
}
