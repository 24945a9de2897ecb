import type { FastifyRequest } from 'fastify';
import { ownHeader } from '#contract/calls.ts';
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

/**
 * A GET that writes must say more: another site's picture or link makes a browser send one, and an
 * old browser or a proxy may leave out where it comes from. A header of ours cannot be sent by
 * another site's page without our leave.
 */
export function requireNamedOrigin({ headers }: FastifyRequest): void {
  const names = ['sec-fetch-site', 'origin', 'referer', ownHeader];
  if (names.some((name) => headers[name] !== undefined)) return;
  const message = `Send the header ${ownHeader}: this request does not say where it comes from.`;
  throw new LibraryError('other_origin', message);
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
