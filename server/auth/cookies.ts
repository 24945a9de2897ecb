import type { FastifyReply, FastifyRequest } from 'fastify';
import { login } from '#contract/auth.ts';
import type { Config } from '../config/config.ts';

/** The session id in the request's cookie. */
export function sessionIdOf(request: FastifyRequest, config: Config): string | undefined {
  return request.cookies[cookieOf(request, config).name];
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  id: string,
): void {
  const { name, options } = cookieOf(request, config);
  reply.header('cache-control', 'no-store');
  reply.setCookie(name, id, { ...options, maxAge: config.sessionMaxHours * 3600 });
}

export function clearSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
): void {
  const { name, options } = cookieOf(request, config);
  reply.clearCookie(name, options);
}

export const deviceCookie = 'egd_device';
const deviceCookieDays = 400;

// Sent with sign-ins only. It grants no access: it decides how attempts are counted.
export function setDeviceCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  value: string,
): void {
  const secure = isSecure(request, config);
  const options = { path: login.url, httpOnly: true, sameSite: 'strict', secure } as const;
  reply.setCookie(deviceCookie, value, { ...options, maxAge: deviceCookieDays * 24 * 3600 });
}

// `__Host-` stops other hosts of the domain from setting the cookie, but browsers accept it on
// https only.
function cookieOf(request: FastifyRequest, config: Config) {
  const secure = isSecure(request, config);
  return {
    name: secure ? '__Host-egd_session' : 'egd_session',
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure } as const,
  };
}

export function isSecure(request: FastifyRequest, config: Config): boolean {
  return request.protocol === 'https' || config.publicUrl?.startsWith('https:') === true;
}
