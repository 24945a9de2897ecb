import { readFileSync } from 'node:fs';
import type { SettingsReader } from './settings-reader.ts';

/** One rule of ROLE_MAP: members of the group have the role. */
export type RoleRule = { group: string; role: LibraryRole };

// As in contract/auth.ts, repeated so that the settings need not load its schemas.
const libraryRoles = ['EGD_LIB', 'EGD_LIB_EDIT', 'EGD_LIB_REVIEW', 'EGD_LIB_AUDIT'] as const;
type LibraryRole = (typeof libraryRoles)[number];

const loginAttributes = ['sAMAccountName', 'userPrincipalName', 'uid', 'mail'] as const;

export type LdapSettings = {
  /** Tried in this order: one directory on several servers. */
  urls: readonly string[];
  baseDn: string;
  /** Null: searches are anonymous. */
  bind: { dn: string; password: string } | null;
  /** PEM of the trusted authorities; null for those of the system. */
  ca: string | null;
  /** Without TLS: passwords can be read on the network. */
  insecure: boolean;
  loginAttribute: (typeof loginAttributes)[number];
  userFilter: string;
};

export type UpstreamSettings = {
  /** The address before /auth, without a slash at its end. */
  url: string;
  graceMinutes: number;
};

export type OidcSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  label: string;
  rolesClaims: readonly string[];
  scope: string;
  /** A session ends this long after the issuer last confirmed it. */
  sessionHours: number;
};

/** Who checks passwords, and which roles users get. */
export type AuthSettings = {
  provider: 'local' | 'ldap' | 'upstream';
  /** Local accounts beside a provider, for outages. */
  allowLocalLogin: boolean;
  roleMap: readonly RoleRule[];
  upstream: UpstreamSettings | null;
  ldap: LdapSettings | null;
  oidc: OidcSettings | null;
};

export function readAuthSettings(reader: SettingsReader): AuthSettings {
  const provider = reader.oneOf('AUTH_PROVIDER', ['local', 'ldap', 'upstream'], 'local');
  const oidc = readOidc(reader);
  const roleMap = readRoleMap(reader);
  if (roleMap.length === 0 && provider === 'ldap') {
    reader.fault(
      'ROLE_MAP must give a group the role EGD_LIB, such as "Library readers=EGD_LIB". Without it nobody can use the library.',
    );
  }
  return {
    provider,
    allowLocalLogin: reader.isOn('ALLOW_LOCAL_LOGIN', 'off'),
    roleMap,
    upstream: provider === 'upstream' ? readUpstream(reader) : null,
    ldap: provider === 'ldap' ? readLdap(reader) : null,
    oidc,
  };
}

/** `GROUP=ROLE;…`: a group is a DN or a name, and a DN contains equals signs too. */
function readRoleMap({ setting, fault }: SettingsReader): RoleRule[] {
  const lines = (setting('ROLE_MAP') ?? '').split(';').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .flatMap((line) => {
      const at = line.lastIndexOf('=');
      const group = line.slice(0, Math.max(at, 0)).trim();
      const role = libraryRoles.find((known) => known === line.slice(at + 1).trim());
      if (group !== '' && role !== undefined) return [{ group, role }];
      fault(
        `ROLE_MAP must be GROUP=ROLE;GROUP=ROLE with the roles ${new Intl.ListFormat('en-GB').format(libraryRoles)}; "${line}" is not.`,
      );
      return [];
    });
}

function readUpstream({ setting, webAddress, wholeNumber, fault }: SettingsReader) {
  const graceMinutes = wholeNumber('UPSTREAM_GRACE_MINUTES', 15, 0, 1440);
  const url = webAddress('UPSTREAM_AUTH_URL');
  if (setting('UPSTREAM_AUTH_URL') === null) {
    fault('UPSTREAM_AUTH_URL must be the address of the auth host, without /auth at its end.');
  }
  if (url === null) return null;
  if (isUnencrypted(url)) {
    fault(
      'UPSTREAM_AUTH_URL must be an https address: without TLS, passwords are readable on the network.',
    );
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    fault('UPSTREAM_AUTH_URL must be an address without a question mark, # or a user name.');
  }
  return { url: url.href.replace(/\/+$/, ''), graceMinutes };
}

function readLdap(reader: SettingsReader): LdapSettings {
  const { setting, oneOf, isOn, fault } = reader;
  const urls = (setting('LDAP_URL') ?? '').split(/\s+/).filter((url) => url !== '');
  if (urls.length === 0) {
    fault('LDAP_URL must be the address of the directory, such as ldaps://dc1.example.');
  }
  for (const text of urls) {
    const url = URL.parse(text);
    if (url !== null && /^ldaps?:$/.test(url.protocol) && url.hostname !== '') continue;
    fault(
      `LDAP_URL must be addresses such as ldaps://dc1.example, separated by spaces; "${text}" is not one.`,
    );
  }
  const baseDn = setting('LDAP_BASE_DN') ?? '';
  if (!baseDn.includes('=')) {
    fault(`LDAP_BASE_DN must be a DN such as DC=corp,DC=example; it is "${baseDn}".`);
  }
  const dn = setting('LDAP_BIND_DN');
  const password = secretFile(reader, 'LDAP_BIND_PASSWORD_FILE');
  if ((dn === null) !== (setting('LDAP_BIND_PASSWORD_FILE') === null)) {
    fault('LDAP_BIND_DN and LDAP_BIND_PASSWORD_FILE belong together: set both, or neither.');
  }
  const userFilter = setting('LDAP_USER_FILTER') ?? '(objectClass=*)';
  if (!/^\(.*\)$/s.test(userFilter)) {
    fault('LDAP_USER_FILTER must be a filter in parentheses, such as (objectClass=person).');
  }
  return {
    urls,
    baseDn,
    bind: dn === null || password === null ? null : { dn, password },
    ca: certificates(reader, 'LDAP_CA_FILE'),
    insecure: isOn('LDAP_INSECURE', 'off'),
    loginAttribute: oneOf('LDAP_LOGIN_ATTRIBUTE', loginAttributes, 'sAMAccountName'),
    userFilter,
  };
}

function readOidc(reader: SettingsReader): OidcSettings | null {
  const { setting, webAddress, wholeNumber, fault } = reader;
  const issuer = webAddress('OIDC_ISSUER');
  if (setting('OIDC_ISSUER') === null) {
    for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET_FILE']) {
      if (setting(name) !== null) fault(`${name} is set, but OIDC_ISSUER is not. Set both.`);
    }
    return null;
  }
  const clientId = setting('OIDC_CLIENT_ID');
  if (clientId === null)
    fault('OIDC_CLIENT_ID must be the client id of the library at the issuer.');
  if (setting('OIDC_CLIENT_SECRET_FILE') === null) {
    fault('OIDC_CLIENT_SECRET_FILE must name a file with the client secret.');
  }
  const clientSecret = secretFile(reader, 'OIDC_CLIENT_SECRET_FILE');
  if (setting('PUBLIC_URL') === null) {
    fault('PUBLIC_URL must be set with OIDC_ISSUER: the issuer sends readers back to it.');
  }
  if (issuer !== null && isUnencrypted(issuer)) {
    fault(
      'OIDC_ISSUER must be an https address: without TLS, sign-ins can be read and changed on the network.',
    );
  }
  const sessionHours = wholeNumber('OIDC_SESSION_HOURS', 8, 1, 720);
  if (issuer === null || clientId === null || clientSecret === null) return null;
  const claims = (setting('OIDC_ROLES_CLAIM') ?? 'groups roles').split(/\s+/);
  return {
    // Unchanged: issuers are compared character by character.
    issuer: setting('OIDC_ISSUER') ?? issuer.href,
    clientId,
    clientSecret,
    label: setting('OIDC_LABEL') ?? 'single sign-on',
    rolesClaims: claims,
    scope: setting('OIDC_SCOPE') ?? 'openid profile email',
    sessionHours,
  };
}

/** Without TLS, to another machine. */
function isUnencrypted({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** A secret from its file, without the line end that editors add. */
function secretFile(reader: SettingsReader, name: string): string | null {
  const text = readSetting(reader, name)?.replace(/\r?\n$/, '') ?? null;
  if (text !== '') return text;
  reader.fault(`${name} is an empty file.`);
  return null;
}

function certificates(reader: SettingsReader, name: string): string | null {
  const text = readSetting(reader, name);
  if (text === null || text.includes('-----BEGIN CERTIFICATE-----')) return text;
  reader.fault(`${name} must be a file of certificates in PEM form (-----BEGIN CERTIFICATE-----).`);
  return null;
}

function readSetting({ setting, fault }: SettingsReader, name: string): string | null {
  const file = setting(name);
  if (file === null) return null;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'it failed';
    fault(`${name} cannot be read (${code}): ${file}`);
    return null;
  }
}
