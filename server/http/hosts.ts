import os from 'node:os';
import { isIP } from 'node:net';
import { LibraryError } from '#contract/errors.ts';
import type { Config } from '../config.ts';
import type { App } from './app.ts';

/**
 * Serves only the names that are this server's. A page of another site can have its own name
 * resolved to this machine (DNS rebinding); the browser would then take our answers for that site's.
 */
export function requireOwnHost(app: App, config: Pick<Config, 'publicUrl' | 'allowedHosts'>): void {
  const named = new Set<string>(['localhost', os.hostname().toLowerCase(), ...config.allowedHosts]);
  if (config.publicUrl !== null) named.add(new URL(config.publicUrl).hostname);

  app.addHook('onRequest', (request, _reply, done) => {
    const name = nameIn(request.host);
    if (named.has(name)) return done();
    if (isOwnAddress(name)) {
      named.add(name);
      return done();
    }
    const message = `This server is not "${name}". If it should be, add the name to ALLOWED_HOSTS or set PUBLIC_URL.`;
    return done(new LibraryError('other_host', message));
  });
}

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
