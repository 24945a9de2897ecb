import os from 'node:os';
import { isIP } from 'node:net';
import { LibraryError } from '#contract/errors.ts';
import type { Config } from '../config/config.ts';
import type { App } from './app.ts';

/**
 * Serves only this server's own host names. Another site can resolve its name to this machine (DNS
 * rebinding); the browser would then treat our answers as that site's.
 */
export function requireOwnHost(app: App, config: Pick<Config, 'publicUrl' | 'allowedHosts'>): void {
  const names = new Set(['localhost', os.hostname().toLowerCase(), ...config.allowedHosts]);
  if (config.publicUrl !== null) names.add(new URL(config.publicUrl).hostname);
  // A cache by the header as sent: parsing it costs as much as a hook.
  const served = new Set<string>();

  app.addHook('onRequest', (request, _reply, done) => {
    const { host } = request;
    if (served.has(host)) return done();
    const name = nameIn(host);
    if (names.has(name) || isOwnAddress(name)) {
      if (served.size < mostCached) served.add(host);
      return done();
    }
    const message = `This server is not "${name}". To allow the name, add it to ALLOWED_HOSTS or set PUBLIC_URL.`;
    return done(new LibraryError('other_host', message));
  });
}

const mostCached = 1000;

/** The host name in lower case, without port; an IPv6 address without brackets. */
function nameIn(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

// Read for each new name: the machine may get an address while the server runs.
function isOwnAddress(name: string): boolean {
  if (isIP(name) === 0) return false;
  if (name === '::1' || /^(::ffff:)?127\./.test(name)) return true;
  const own = Object.values(os.networkInterfaces()).flat();
  return own.some((one) => one !== undefined && one.address.toLowerCase() === name);
}
