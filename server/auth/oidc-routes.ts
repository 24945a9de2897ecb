import { Type } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { oidcCallback, oidcLogout, startOidc } from '#contract/calls.ts';
import type { LoginFault } from '#contract/login-faults.ts';
import { pages } from '#contract/pages.ts';
import type { App } from '../http/app.ts';
import { isSecure } from './cookies.ts';
import { enter } from './enter.ts';
import { admit } from './outside-accounts.ts';
import type { OidcProvider, Transaction } from './providers/oidc.ts';
import type { AuthDeps } from './routes.ts';
import { mayRead } from './guard.ts';
import { seal, unseal } from './sealed.ts';
import { signedInUser } from './sessions.ts';
import { sharedSecret } from './shared-secret.ts';

type Deps = AuthDeps & { oidc: OidcProvider; publicUrl: string };
type Remembered = Transaction & { search: string; atMs: number };

const transactionMinutes = 10;
const longestSearch = 2000;
const longestToken = 32 * 1024;

/** Single sign-on: redirect to the issuer, callback, and back-channel logout. */
export function oidcRoutes(app: App, deps: Deps): void {
  const { config, db, oidc, publicUrl, sessions, access, now } = deps;
  const callbackAddress = `${publicUrl}${oidcCallback.url}`;
  // These addresses hold codes that open a session, so they are not logged.
  const open = { access: 'public', hidesQuery: true } as const;
  const schema = { hide: true };

  app.get(startOidc.url, { config: open, schema }, async (request, reply) => {
    const search = searchOf(request).slice(0, longestSearch);
    try {
      const { address, transaction } = await oidc.begin(callbackAddress);
      const remembered: Remembered = { ...transaction, search, atMs: now() };
      const sealed = seal(JSON.stringify(remembered), await sharedSecret(db, 'oidc'));
      const { name, options } = cookieOf(request);
      reply.setCookie(name, sealed, { ...options, maxAge: transactionMinutes * 60 });
      return await go(reply, address.href);
    } catch (error) {
      request.log.error({ err: error, event: 'oidc_unavailable' }, 'the issuer is unreachable');
      return goToLogin(reply, search, 'unavailable');
    }
  });

  app.get(oidcCallback.url, { config: open, schema }, async (request, reply) => {
    const { name, options } = cookieOf(request);
    const remembered = await readTransaction(request.cookies[name]);
    reply.clearCookie(name, options);
    if (remembered === null) return goToLogin(reply, '', 'expired');
    const { search } = remembered;
    try {
      const callback = new URL(`${callbackAddress}${searchOf(request)}`);
      if (callback.searchParams.get('error') === 'access_denied') {
        return await goToLogin(reply, search, 'denied');
      }
      const { person, providerState, sid } = await oidc.finish(callback, remembered);
      const userId = await admit(db, 'oidc', person, { access, now });
      if (userId === null || !mayRead(await signedInUser(db, userId))) {
        const line = { action: 'sign_in_failed', user: person.name, address: request.ip } as const;
        await access.note({ ...line, detail: 'no role' });
        return await goToLogin(reply, search, 'no_permission');
      }
      await enter(request, reply, { userId, providerState, providerSession: sid }, deps);
      // The page gets the user's name from the session.
      return await go(reply, `${pages.login}${withEntered(search)}`);
    } catch (error) {
      request.log.warn(
        { err: error, event: 'oidc_refused' },
        'the answer of the issuer was refused',
      );
      return goToLogin(reply, search, 'failed');
    }
  });

  void app.register(async (scope) => {
    const type = 'application/x-www-form-urlencoded';
    const parse = { parseAs: 'string', bodyLimit: longestToken } as const;
    scope.addContentTypeParser(type, parse, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    });
    // The issuer's form, with whatever fields it sends: the one body that may have others than ours.
    const form = { ...schema, body: Type.Unknown() };
    scope.post(oidcLogout.url, { config: open, schema: form }, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { body } = request;
      const token = typeof body === 'object' && body !== null && 'logout_token' in body;
      try {
        const whose = await oidc.loggedOut(token ? String(body.logout_token) : '');
        const ended = await sessions.endByProvider('oidc', whose);
        request.log.info({ event: 'oidc_logout', ended }, 'the issuer ended sessions');
        for (const user of new Set(ended)) {
          await access.note({ action: 'sessions_ended', user, detail: 'by single sign-on' });
        }
        return await reply.send({});
      } catch (error) {
        request.log.warn(
          { err: error, event: 'oidc_logout_refused' },
          'a logout token was refused',
        );
        return reply.code(400).send({ error: 'invalid_request' });
      }
    });
  });

  function cookieOf(request: FastifyRequest) {
    const secure = isSecure(request, config);
    return {
      name: secure ? '__Host-egd_oidc' : 'egd_oidc',
      options: { path: '/', httpOnly: true, sameSite: 'lax', secure } as const,
    };
  }

  /** Null when there is none, or it is too old. */
  async function readTransaction(cookie: string | undefined): Promise<Remembered | null> {
    const text = cookie === undefined ? null : unseal(cookie, await sharedSecret(db, 'oidc'));
    if (text === null) return null;
    // Sealed with our own secret, so its shape is known.
    const remembered = JSON.parse(text) as Remembered;
    return now() - remembered.atMs > transactionMinutes * 60_000 ? null : remembered;
  }
}

function searchOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}

function withEntered(search: string): string {
  const query = new URLSearchParams(search);
  query.set('entered', '1');
  return `?${query}`;
}

function goToLogin(reply: FastifyReply, search: string, fault: LoginFault): FastifyReply {
  const query = new URLSearchParams(search);
  query.set('fault', fault);
  return go(reply, `${pages.login}?${query}`);
}

function go(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(address, 302);
}
