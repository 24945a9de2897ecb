import type { FastifyRequest } from 'fastify';
import { ownHeader } from '#contract/calls.ts';
import { LibraryError } from '#contract/errors.ts';

/**
 * Refuses a write that another site's page started. Browsers send the origin in `Sec-Fetch-Site`,
 * `Origin` or `Referer`; a client that sends none is not a browser and has no user's cookie.
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string | null): void {
  if (!comesFromElsewhere(request, publicUrl)) return;
  throw new LibraryError(
    'other_origin',
    'This request came from another site and was refused. Open the library itself.',
  );
}

/**
 * A GET that writes needs our own header: a picture or link on another site makes a browser send a
 * GET, and an old browser or a proxy may omit its origin. Another site's page cannot send our header.
 */
export function requireNamedOrigin({ headers }: FastifyRequest): void {
  const names = ['sec-fetch-site', 'origin', 'referer', ownHeader];
  if (names.some((name) => headers[name] !== undefined)) return;
  const message = `Send the header ${ownHeader}: this request does not say where it comes from.`;
  throw new LibraryError('other_origin', message);
}

function comesFromElsewhere(request: FastifyRequest, publicUrl: string | null): boolean {
  const { 'sec-fetch-site': site, origin, referer } = request.headers;
  // "none": the reader typed the address or used a bookmark.
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
