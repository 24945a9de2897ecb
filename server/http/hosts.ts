import os from 'node:os';
import { isIP } from 'node:net';
import { LibraryError } from '#contract/errors.ts';
import type { Config } from '../config/config.ts';
import type { App } from './app.ts';

/**
 * Serves only the names that are this server's. A page of another site can have its own name
 * resolved to this machine (DNS rebinding); the browser would then take our answers for that site's.
 */
export function requireOwnHost(app: App, config: Pick<Config, 'publicUrl' | 'allowedHosts'>): void {
  const names = new Set(['localhost', os.hostname().toLowerCase(), ...config.allowedHosts]);
  if (config.publicUrl !== null) names.add(new URL(config.publicUrl).hostname);
  // As they were sent: taking a host apart costs as much as a hook. There are as many as ports.
  const served = new Set<string>();

  app.addHook('onRequest', (request, _reply, done) => {
    const { host } = request;
    if (served.has(host)) return done();
    const name = nameIn(host);
    if (names.has(name) || isOwnAddress(name)) {
      if (served.size < mostKept) served.add(host);
      return done();
    }
    const message = `This server is not "${name}". If it should be, add the name to ALLOWED_HOSTS or set PUBLIC_URL.`;
    return done(new LibraryError('other_host', message));
  });
}

const mostKept = 1000;

/** The name without its port, in small letters, an IPv6 address without brackets. */
function nameIn(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}

// Asked when a name is new: the machine may get an address while the server runs.
function isOwnAddress(name: string): boolean {
  if (isIP(name) === 0) return false;
  if (name === '::1' || /^(::ffff:)?127\./.test(name)) return true;
  const own = Object.values(os.networkInterfaces()).flat();
  return own.some((one) => one !== undefined && one.address.toLowerCase() === name);
}
