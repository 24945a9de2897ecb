import { isIP } from 'node:net';
import type { SettingsReader } from './settings-reader.ts';

/** How readers reach the server, and which proxies are in between. */
export type NetworkSettings = {
  publicUrl: string | null;
  /** Further names under which readers reach the server. */
  allowedHosts: readonly string[];
  /** Proxies whose X-Forwarded-For is trusted; none by default. */
  trustProxy: string[] | false;
  /** The proxy's internal path of the shared folder, for X-Accel-Redirect; null: we send PDFs ourselves. */
  accelRedirect: string | null;
  /** How many connections one address may have; proxies of trustProxy have no limit. */
  connectionsPerAddress: number;
};

export function readNetworkSettings(reader: SettingsReader): NetworkSettings {
  return {
    publicUrl: publicUrl(reader),
    allowedHosts: allowedHosts(reader),
    trustProxy: trustedProxies(reader),
    accelRedirect: accelRedirect(reader),
    connectionsPerAddress: reader.wholeNumber('CONNECTIONS_PER_ADDRESS', 512, 8, 4096),
  };
}

/** What works, and should be known. */
export function settingNotes({ publicUrl: url }: NetworkSettings): string[] {
  return url?.startsWith('http:')
    ? [`PUBLIC_URL is ${url}: without https, passwords and sessions are readable on the network.`]
    : [];
}

function publicUrl({ webAddress, fault }: SettingsReader): string | null {
  const url = webAddress('PUBLIC_URL');
  if (url === null) return null;
  if (url.pathname === '/' && url.search === '' && url.hash === '') return url.origin;
  fault(`PUBLIC_URL must be an address without a path, such as https://${url.host}.`);
  return null;
}

function allowedHosts({ setting, fault }: SettingsReader): string[] {
  const text = setting('ALLOWED_HOSTS');
  if (text === null) return [];
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  if (names.every((name) => /^[\p{L}\p{N}.:_-]+$/u.test(name))) return names;
  fault(`ALLOWED_HOSTS must list names without port, such as library.example; it is "${text}".`);
  return [];
}

function trustedProxies({ setting, fault }: SettingsReader): string[] | false {
  const text = setting('TRUST_PROXY');
  if (text === null) return false;
  const names = text.split(',').map((name) => name.trim());
  if (names.every(isAddressOrRange)) return names;
  fault(
    "TRUST_PROXY must list the proxies' addresses or ranges, such as 10.0.0.1, 10.0.0.0/8 or " +
      `loopback; it is "${text}".`,
  );
  return false;
}

function accelRedirect({ setting, fault }: SettingsReader): string | null {
  const text = setting('ACCEL_REDIRECT');
  if (text === null) return null;
  if (!/^\/[\w-]+\/$/.test(text)) {
    fault(`ACCEL_REDIRECT must be a path such as /_documents/; it is "${text}".`);
  }
  if (setting('TRUST_PROXY') === null) {
    fault('ACCEL_REDIRECT needs TRUST_PROXY: only a trusted proxy may get the paths of PDFs.');
  }
  return text;
}

function isAddressOrRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
