import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { Access, ProviderName, Role } from '#contract/auth.ts';
import { retryHeader } from '#contract/calls.ts';
import { LibraryError } from '#contract/errors.ts';
import type { Versions } from '../db/versions.ts';
import { requireNamedOrigin, requireSameOrigin } from './same-origin.ts';
import type { SignedIn } from './sessions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. The server does not start if a route does not say so. */
    access?: Access;
    /** A GET that changes something is held to the same origin like any other write. */
    writes?: true;
    /** The query is private: the log has the address without it. */
    hidesQuery?: true;
  }
  interface FastifyRequest {
    /** Set by the guard on every route that is not public. */
    signedIn: SignedIn | null;
    versions: Versions | null;
  }
  interface FastifyInstance {
    /** Every route as it was registered, for the start-up check and for tests. */
    routeTable: RouteOptions[];
  }
}

export type Guard = {
  publicUrl: string | null;
  readVersions: () => Promise<Versions>;
  findSession: (request: FastifyRequest, versions: Versions) => Promise<SignedIn | null>;
};

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/** One hook on the matched route decides who may pass; the text of the URL plays no part. */
export function guardRoutes(app: FastifyInstance, guard: Guard): void {
  app.decorate('routeTable', []);
  app.decorateRequest('signedIn', null);
  app.decorateRequest('versions', null);
  app.addHook('onRoute', (route) => void app.routeTable.push(route));
  app.addHook('onReady', async () => requireAccessOn(app.routeTable));

  app.addHook('onRequest', async (request) => {
    const { access, writes } = request.routeOptions.config;
    if (!harmless.has(request.method) || writes) requireSameOrigin(request, guard.publicUrl);
    if (writes) requireNamedOrigin(request);
    if (access === 'public' || request.is404) return;
    request.versions = await guard.readVersions();
    request.signedIn = await guard.findSession(request, request.versions);
    requireRoles(request.signedIn, access);
  });
}

/** Every role needs EGD_LIB besides. */
export function mayRead(signedIn: SignedIn | null): signedIn is SignedIn {
  return signedIn !== null && signedIn.roles.has('EGD_LIB');
}

/** The name that goes on the record of what this request changes. */
export function userOf({ signedIn }: FastifyRequest): string {
  if (signedIn === null) throw new Error('The guard lets no caller in without a session.');
  return signedIn.user.username;
}

/** Who changes the library by this request. A retry has the key of the first try, so it makes the same change. */
export function authorOf(request: FastifyRequest): { user: string; change_id: string } {
  const user = userOf(request);
  const { [retryHeader]: key = randomUUID() } = request.headers;
  const parts = JSON.stringify([user, request.method, request.url, key]);
  const hex = createHash('sha256').update(parts).digest('hex').slice(0, 32);
  return { user, change_id: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') };
}

export function providerOf({ signedIn }: FastifyRequest): ProviderName {
  if (signedIn === null) throw new Error('The guard lets no caller in without a session.');
  return signedIn.provider;
}

function requireRoles(signedIn: SignedIn | null, access: Access | undefined): void {
  if (signedIn === null) throw new LibraryError('not_signed_in', 'Sign in to use EGD Library.');
  if (!mayRead(signedIn)) {
    throw new LibraryError('no_permission', 'You do not have permission to access EGD Library.');
  }
  if (![access].flat().some((role) => role !== undefined && signedIn.roles.has(role))) {
    throw new LibraryError('no_permission', 'You do not have permission to change EGD Library.');
  }
}

function requireAccessOn(routes: readonly RouteOptions[]): void {
  const open = routes.filter((route) => route.config?.access === undefined);
  if (open.length === 0) return;
  const names = open.map((route) => `${String(route.method)} ${route.url}`).join(', ');
  throw new Error(`These routes lack config.access (who may call them): ${names}`);
}

/** Whether who asks holds one of these roles, for what a route shows to some only. */
export function holdsOne({ signedIn }: FastifyRequest, wanted: readonly Role[]): boolean {
  return wanted.some((role) => signedIn?.roles.has(role) === true);
}
