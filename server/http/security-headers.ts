import type { FastifyReply } from 'fastify';
import type { App } from './app.ts';
import type { Config } from '../config/config.ts';

// No inline script or style, no eval, nothing from another origin, no framing.
const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');

const filePolicy =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** The viewer prints a PDF from a frame of its own, by the browser's PDF plugin. */
export function letFrame(reply: FastifyReply): void {
  reply.header('content-security-policy', filePolicy);
  reply.header('x-frame-options', 'SAMEORIGIN');
}

/**
 * The headers of helmet, built once: helmet builds them for every request, which took a quarter of
 * the time of a list.
 */
export function setSecurityHeaders(app: App, config: Config): void {
  const https = config.publicUrl?.startsWith('https:') === true;
  const always = {
    'content-security-policy': contentSecurityPolicy,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(always);
    done();
  });
}
