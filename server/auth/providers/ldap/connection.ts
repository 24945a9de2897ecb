import net from 'node:net';
import tls from 'node:tls';
import { Client, InvalidCredentialsError, ResultCodeError } from 'ldapts';
import type { LdapSettings } from '../../../config/auth-settings.ts';

/** The directory could not be queried; `message` says why, `mend` what to do about it. */
export class DirectoryFault extends Error {
  readonly mend: string;

  constructor(message: string, mend: string, options?: { cause: unknown }) {
    super(message, options);
    this.name = 'DirectoryFault';
    this.mend = mend;
  }
}

const connectMs = 5000;
const answerMs = 10_000;

/** Called after each step, for `auth test`: it worked, or why a server was skipped. */
export type OnStep = (words: string, fault?: DirectoryFault) => void;

/**
 * Runs `work` with an encrypted connection, bound with the account of the settings, and closes it after.
 * Uses the first server that answers.
 */
export async function withDirectory<T>(
  settings: LdapSettings,
  work: (client: Client, url: string) => Promise<T>,
  onStep: OnStep = () => {},
): Promise<T> {
  for (const [at, url] of settings.urls.entries()) {
    let client: Client;
    try {
      client = await connect(url, settings, onStep);
    } catch (error) {
      // The other servers would refuse the password too, and might lock the account.
      const isLast = at === settings.urls.length - 1;
      if (isLast || !(error instanceof DirectoryFault) || isRefused(error)) throw error;
      onStep(error.message, error);
      continue;
    }
    try {
      return await work(client, url);
    } catch (error) {
      throw explain(error, url);
    } finally {
      await client.unbind().catch(() => {});
    }
  }
  throw new DirectoryFault('no server is set', 'set LDAP_URL');
}

export function isRefused({ cause }: DirectoryFault): boolean {
  return cause instanceof InvalidCredentialsError;
}

async function connect(url: string, settings: LdapSettings, onStep: OnStep): Promise<Client> {
  const { hostname, protocol } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const trust = {
    ...(settings.ca === null ? {} : { ca: settings.ca }),
    host,
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
  };
  // When the connection breaks, ldapts opens a second one that is neither bound nor, after StartTLS,
  // encrypted. No password may be sent over it.
  let opened = false;
  function open<Socket>(make: () => Socket): Socket {
    if (opened) throw new Error('The connection to the directory was lost.');
    opened = true;
    return make();
  }
  const isSecure = protocol === 'ldaps:';
  const port = Number(new URL(url).port || (isSecure ? 636 : 389));
  const client = new Client({
    url,
    connectTimeout: connectMs,
    timeout: answerMs,
    strictDN: false,
    createConnection: () => open(() => net.connect(port, host)),
    ...(isSecure
      ? {
          tlsOptions: trust,
          createSecureConnection: () => open(() => tls.connect({ ...trust, port })),
        }
      : {}),
  });
  const reportTrust = () => {
    if (isSecure || !settings.insecure) onStep(`${url}: its certificate is trusted`);
  };
  try {
    if (!isSecure && !settings.insecure) await client.startTLS(trust);
    await bindAsSettings(client, settings);
    reportTrust();
    onStep(
      `${url}: signed in ${settings.bind === null ? 'without a name' : `as ${settings.bind.dn}`}`,
    );
    return client;
  } catch (error) {
    await client.unbind().catch(() => {});
    if (error instanceof InvalidCredentialsError) reportTrust();
    throw explain(error, url);
  }
}

/** Binds with the account of the settings, for example after a user's password was tried. */
export async function bindAsSettings(client: Client, { bind }: LdapSettings): Promise<void> {
  await client.bind(bind?.dn ?? '', bind?.password ?? '');
}

function explain(error: unknown, url: string): unknown {
  if (error instanceof DirectoryFault) return error;
  const cause = { cause: error };
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof InvalidCredentialsError) {
    return new DirectoryFault(
      'the directory refuses the account of LDAP_BIND_DN',
      'correct LDAP_BIND_DN and the file of LDAP_BIND_PASSWORD_FILE; check that the account is not locked',
      cause,
    );
  }
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) {
    return new DirectoryFault(
      `the host name in ${url} does not resolve`,
      'correct LDAP_URL or the DNS settings of this machine',
      cause,
    );
  }
  if (/^(ERR_TLS|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|ERR_SSL|EPROTO)/.test(code)) {
    return new DirectoryFault(
      `the certificate of ${url} is not trusted (${code})`,
      'set LDAP_CA_FILE to the certificate of your authority; the certificate must contain the name in LDAP_URL',
      cause,
    );
  }
  if (error instanceof ResultCodeError) {
    const words = message.split('\n')[0]?.trim() ?? '';
    return new DirectoryFault(
      `${url} answered ${error.name} (${error.code}): ${words}`,
      mendOf(error),
      cause,
    );
  }
  if (
    error instanceof Error &&
    (code !== '' || /connect|socket|timeout|closed|lost/i.test(message))
  ) {
    return new DirectoryFault(
      `${url} is unreachable (${code || (message.split('\n')[0] ?? '')})`,
      'check that the directory runs and no firewall blocks this machine; ldaps:// is port 636, ldap:// 389',
      cause,
    );
  }
  return error;
}

function mendOf(error: ResultCodeError): string {
  switch (error.name) {
    case 'StrongAuthRequiredError':
    case 'ConfidentialityRequiredError':
      return 'the directory requires TLS: use ldaps://, without LDAP_INSECURE';
    case 'NoSuchObjectError':
      return 'correct LDAP_BASE_DN: it does not exist, or the account may not read it';
    case 'InsufficientAccessError':
    case 'InappropriateAuthError':
      return 'let the account of LDAP_BIND_DN read users and groups';
    case 'OperationsError':
      return 'set LDAP_BIND_DN and LDAP_BIND_PASSWORD_FILE: Active Directory refuses anonymous queries';
    default:
      return 'ask the administrator of the directory';
  }
}
