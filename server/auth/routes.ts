import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkSession, login, LoginRefused, logout } from '#contract/auth.ts';
import { errorStatus, LibraryError } from '#contract/errors.ts';
import type { App } from '../http/app.ts';
import type { Config } from '../config.ts';
import { sharedTime } from '../db/clock.ts';
import type { Db } from '../db/schema.ts';
import type { Versions } from '../db/versions.ts';
import type { AccessAudit } from '../access/access-audit.ts';
import { accountName, verifyUser } from './accounts.ts';
import { browserName } from './browser-name.ts';
import { findDevice, rememberDevice } from './device.ts';
import { mayRead } from './guard.ts';
import { type Sessions, type SignedIn, signedInUser } from './sessions.ts';
import { countAttempt, forgiveAttempt } from './throttle.ts';

export type AuthDeps = {
  config: Config;
  db: Db;
  sessions: Sessions;
  access: AccessAudit;
  readVersions: () => Promise<Versions>;
  now: () => number;
};

export function authRoutes(app: App, deps: AuthDeps): void {
  const { config, db, sessions, access, readVersions, now } = deps;
  app.route({
    method: login.method,
    url: login.url,
    config: { access: 'public' },
    schema: {
      summary: 'Sign in',
      body: login.body,
      response: { 200: login.response, '4xx': LoginRefused, 503: LoginRefused },
    },
    // The specification's login reads `success` and `message`, whatever went wrong.
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
      const address = request.ip;
      const userId = await verifyUser(db, username, password);
      if (userId === null) {
        // Only a name that exists: people type their password into the wrong field.
        const user = await accountName(db, username);
        await access.note({ action: 'sign_in_failed', user, address });
        throw new LibraryError('invalid_credentials', 'Invalid credentials');
      }
      await forgiveAttempt(db, attempt);
      const before = sessionIdOf(request, config);
      if (before !== undefined) await sessions.end(before);
      const from = { device: browserName(request.headers['user-agent']), address };
      setSessionCookie(request, reply, config, await sessions.start(userId, from));
      const remembered = await rememberDevice(db, device, username);
      setDeviceCookie(request, reply, config, remembered);
      const signedIn = await signedInUser(db, userId);
      const user = signedIn.user.username;
      await access.note({ action: 'signed_in', user, address, detail: from.device });
      request.log.info({ event: 'login', user }, 'signed in');
      return { success: true as const, message: 'Login successful!', data: asAnswer(signedIn) };
    },
  });

  app.route({
    method: checkSession.method,
    url: checkSession.url,
    config: { access: 'public' },
    schema: { summary: 'Is this session signed in?', response: { 200: checkSession.response } },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const id = sessionIdOf(request, config);
      if (id === undefined) return { authenticated: false };
      const signedIn = await sessions.find(id, (await readVersions()).auth);
      if (signedIn === null) return { authenticated: false };
      return { authenticated: mayRead(signedIn), ...asAnswer(signedIn) };
    },
  });

  app.route({
    method: logout.method,
    url: logout.url,
    config: { access: 'public', writes: true },
    schema: { summary: 'Sign out', response: { 200: logout.response } },
    handler: async (request, reply) => {
      const id = sessionIdOf(request, config);
      if (id !== undefined) {
        const user = (await sessions.find(id, (await readVersions()).auth))?.user.username;
        await sessions.end(id);
        if (user !== undefined) {
          await access.note({ action: 'signed_out', user, address: request.ip });
        }
      }
      clearSessionCookie(request, reply, config);
      reply.header('cache-control', 'no-store');
      return { success: true as const };
    },
  });
}

/** The session's id, as the browser keeps it. */
export function sessionIdOf(request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[cookieOf(request, config).name];
}

function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  id: string,
): void {
  const { name, options } = cookieOf(request, config);
  reply.header('cache-control', 'no-store');
  reply.setCookie(name, id, { ...options, maxAge: config.sessionMaxHours * 3600 });
}

const deviceCookie = 'egd_device';
const deviceCookieDays = 400;

// Sent with sign-ins only. It opens nothing: it decides how attempts are counted.
function setDeviceCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  value: string,
): void {
  const { secure } = cookieOf(request, config).options;
  const options = { path: login.url, httpOnly: true, sameSite: 'strict', secure } as const;
  reply.setCookie(deviceCookie, value, { ...options, maxAge: deviceCookieDays * 24 * 3600 });
}

function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const { name, options } = cookieOf(request, config);
  reply.clearCookie(name, options);
}

// `__Host-` keeps other hosts of the domain from setting the cookie, but browsers take it on
// https only.
function cookieOf(request: FastifyRequest, config: Config) {
  const secure = request.protocol === 'https' || config.publicUrl?.startsWith('https:') === true;
  return {
    name: secure ? '__Host-egd_session' : 'egd_session',
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure } as const,
  };
}

function asAnswer({ user, roles }: SignedIn) {
  return { user, access_role: [...roles].map((role_name) => ({ role_name })) };
}

function loginMessage(error: Error & { validation?: unknown }): string {
  return error.validation === undefined ? error.message : 'Username and password are required.';
}
