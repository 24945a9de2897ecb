import type { FastifyError } from 'fastify';
import { checkSession, login, LoginRefused, logout } from '#contract/auth.ts';
import { errorStatus, LibraryError } from '#contract/errors.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import type { Config } from '../config/config.ts';
import { sharedTime } from '../db/clock.ts';
import type { Db } from '../db/schema.ts';
import type { AccessLog } from './access-log.ts';
import { accountName } from './accounts.ts';
import type { Confirmations } from './confirmations.ts';
import { clearSessionCookie, deviceCookie, sessionIdOf, setDeviceCookie } from './cookies.ts';
import { findDevice, rememberDevice } from './device.ts';
import { enter } from './enter.ts';
import { mayRead } from './guard.ts';
import type { Provider } from './providers/provider.ts';
import type { Sessions, SignedIn } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { countAttempt, forgiveAttempt, returnAttempt } from './throttle.ts';

export type AuthDeps = {
  config: Config;
  db: Db;
  sessions: Sessions;
  access: AccessLog;
  /** Tried in this order. */
  providers: readonly Provider[];
  confirmations: Confirmations;
  /** The issuer's logout address, from the session's provider state. */
  endSessionAddress?: (providerState: string) => Promise<string | null>;
  now: () => number;
};

export function authRoutes(app: App, deps: AuthDeps): void {
  const { config, db, sessions, access, confirmations, now } = deps;
  app.route({
    method: login.method,
    url: login.url,
    config: { access: 'public' },
    schema: {
      summary: 'Sign in',
      body: login.body,
      response: { 200: login.response, '4xx': LoginRefused, 503: LoginRefused },
    },
    // The specification's login reads `success` and `message` for every error.
    errorHandler: (error, request, reply) => {
      const refused = { success: false as const, message: loginMessage(error) };
      const retryAfter = error instanceof LibraryError ? error.retryAfterSeconds : undefined;
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      const status = error instanceof LibraryError ? errorStatus[error.code] : error.statusCode;
      if (status === undefined || status === 500) throw error;
      request.log.info({ event: 'login_refused', reason: refused.message }, 'sign-in refused');
      return reply.code(status).send(refused);
    },
    handler: async (request, reply) => {
      const { username, password } = request.body;
      const device = request.cookies[deviceCookie];
      const deviceId = await findDevice(db, device, username);
      const attempt = { username, address: request.ip, deviceId };
      await countAttempt(db, attempt, await sharedTime(db, now));
      const credentials = { username, password, address: request.ip };
      const admitted = await signIn(credentials, deps).catch(async (error: unknown) => {
        const code = error instanceof LibraryError ? error.code : null;
        // The password could not be checked.
        if (code !== 'invalid_credentials') await returnAttempt(db, attempt);
        // Only names that exist are logged: people type their password into the wrong field.
        const user = await accountName(db, username);
        const detail = code === 'invalid_credentials' ? {} : { detail: 'not checked' };
        await access.note({ action: 'sign_in_failed', user, address: request.ip, ...detail });
        throw error;
      });
      await forgiveAttempt(db, attempt);
      const signedIn = await enter(request, reply, admitted, deps);
      setDeviceCookie(request, reply, config, await rememberDevice(db, device, username));
      return { success: true as const, message: 'Login successful!', data: asAnswer(signedIn) };
    },
  });

  app.route({
    ...callRoute(checkSession, 'Is this session signed in?'),
    config: { access: 'public' },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const id = sessionIdOf(request, config);
      if (id === undefined) return { authenticated: false };
      const signedIn = await confirmations.find(id);
      if (signedIn === null) return { authenticated: false };
      return { authenticated: mayRead(signedIn), ...asAnswer(signedIn) };
    },
  });

  app.route({
    ...callRoute(logout, 'Sign out'),
    config: { access: 'public', writes: true },
    handler: async (request, reply) => {
      const id = sessionIdOf(request, config);
      let endSessionUrl: string | null = null;
      if (id !== undefined) {
        const left = await confirmations.leave(id);
        await sessions.end(id).catch((error: unknown) => {
          // For example a full disk. The cookie is cleared anyway, and nobody else has the session id.
          request.log.error(
            { err: error, event: 'session_not_ended' },
            'the session could not be deleted',
          );
        });
        if (left !== null) {
          const user = left.session.user.username;
          await access.note({ action: 'signed_out', user, address: request.ip });
          if (left.session.provider === 'oidc' && left.providerState !== null) {
            endSessionUrl = (await deps.endSessionAddress?.(left.providerState)) ?? null;
          }
        }
      }
      clearSessionCookie(request, reply, config);
      reply.header('cache-control', 'no-store');
      // Not "storage": notes that could not be saved yet wait there.
      reply.header('clear-site-data', '"cache"');
      const next = endSessionUrl === null ? {} : { end_session_url: endSessionUrl };
      return { success: true as const, ...next };
    },
  });
}

function asAnswer({ user, roles }: SignedIn) {
  return { user, access_role: [...roles].map((role_name) => ({ role_name })) };
}

function loginMessage({
  message,
  validation,
}: Pick<FastifyError, 'message' | 'validation'>): string {
  const fault = validation?.[0]?.keyword;
  if (fault === undefined || fault === 'additionalProperties') return message;
  return 'Username and password are required.';
}
