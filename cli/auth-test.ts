import { lookup } from 'node:dns/promises';
import type { FastifyBaseLogger } from 'fastify';
import { checkSession } from '#contract/calls.ts';
import { listUsers } from '../server/auth/accounts.ts';
import { nameKey } from '../server/auth/name-key.ts';
import type { Db } from '../server/db/schema.ts';
import type { AuthSettings, LdapSettings } from '../server/config/auth-settings.ts';
import { callHost } from '../server/auth/providers/host-call.ts';
import {
  DirectoryFault,
  isRefused,
  withDirectory,
} from '../server/auth/providers/ldap/connection.ts';
import { findUsers } from '../server/auth/providers/ldap/entries.ts';
import { groupsOf } from '../server/auth/providers/ldap/directory-groups.ts';
import { rolesOfGroups } from '../server/auth/providers/role-map.ts';
import { ConfigError, readConfig } from '../server/config/config.ts';
import { type CliCommand, parseWords, UsageError } from './command.ts';
import { type Finding, note, ok, wrong } from './finding.ts';
import { printFindings } from './print-findings.ts';
import { libraryCommand } from '../server/config/build.ts';

export const authTest: CliCommand = {
  usage: 'auth test [USER]',
  does: 'Tests the configured sign-in step by step, and says how to fix each failure.',
  more: [
    'With USER, also whether there is the account or the directory has the user, and with which roles.',
  ],
  async run({ args, environment, open }) {
    if (args.length > 1) throw new UsageError('Too many arguments:');
    const user = parseWords(args, {}, args.length).positionals[0] ?? null;
    return printFindings(steps(environment, user, async () => (await open()).library.db));
  },
};

async function* steps(
  environment: Record<string, string | undefined>,
  user: string | null,
  open: () => Promise<Db>,
): AsyncGenerator<Finding> {
  let auth: AuthSettings;
  try {
    ({ auth } = readConfig(environment));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const fault of error.faults) yield wrong(fault, 'change it in .env or the environment.');
    return;
  }
  yield ok(`the settings are valid: AUTH_PROVIDER is ${auth.provider}`);
  yield* providerFindings(auth, user);
  if (user === null) return;
  if (auth.provider === 'local') yield* accountFindings(await open(), user);
  else if (auth.ldap === null)
    yield note(`${user} was not checked: only the auth host knows its users`);
}

async function* accountFindings(db: Db, name: string): AsyncGenerator<Finding> {
  const account = (await listUsers(db)).find((one) => nameKey(one.name) === nameKey(name));
  if (account === undefined) {
    yield wrong(
      `account ${name} does not exist`,
      `${libraryCommand()} user add ${name} --role EGD_LIB`,
    );
    return;
  }
  const { disabled_at, roles } = account;
  yield disabled_at === null
    ? ok(`account ${account.name} exists`)
    : wrong(`account ${account.name} is disabled`, `${libraryCommand()} user enable ${name}`);
  yield roleFinding(roles, `${libraryCommand()} user role ${name} --add EGD_LIB`);
}

/** What an operator wants to know of the provider; without a user, what costs it little. */
export async function* providerFindings(
  auth: AuthSettings,
  user: string | null,
): AsyncGenerator<Finding> {
  if (auth.ldap !== null) yield* directoryFindings(auth.ldap, auth, user);
  if (auth.upstream !== null) yield await hostFinding(auth.upstream.url);
  if (auth.oidc !== null) yield await issuerFinding(auth.oidc.issuer);
  if (auth.provider === 'local') {
    yield ok(`the library keeps the accounts and passwords: ${libraryCommand()} user list`);
  } else if (auth.allowLocalLogin) {
    yield note('local accounts can sign in too (ALLOW_LOCAL_LOGIN)');
  }
}

async function* directoryFindings(
  settings: LdapSettings,
  auth: AuthSettings,
  user: string | null,
): AsyncGenerator<Finding> {
  for (const url of settings.urls) {
    const { hostname } = new URL(url);
    const found = await lookup(hostname.replace(/^\[(.*)\]$/, '$1')).catch(() => null);
    if (found !== null) yield ok(`${hostname} resolves to ${found.address}`);
    else {
      const mend = 'correct LDAP_URL or the DNS settings of this machine.';
      yield wrong(`host name ${hostname} does not resolve`, mend);
    }
  }
  const isPlain = settings.insecure && settings.urls.some((url) => url.startsWith('ldap:'));
  if (isPlain) {
    const mend = 'remove LDAP_INSECURE, and set LDAP_CA_FILE if the certificate is not trusted.';
    yield wrong('passwords cross the network unencrypted (LDAP_INSECURE)', mend);
  }
  const findings: Finding[] = [];
  try {
    await withDirectory(
      settings,
      async (client) => {
        if (user === null) return;
        const found = await findUsers(client, settings, user, { log: silent, nowMs: Date.now() });
        findings.push(...userFindings(found.length, user, settings));
        const [one] = found;
        if (one === undefined || found.length > 1) return;
        findings.push(ok(`${one.dn}, known by ${one.external_id}`));
        if (one.closed !== null) {
          findings.push(wrong(`the account is ${one.closed}`, 'open it in the directory.'));
        }
        const groups = await groupsOf(client, settings, one);
        findings.push(ok(`groups: ${groups.length}`), ...groups.map((group) => note(group)));
        findings.push(roleFinding(rolesOfGroups(groups, auth.roleMap), mapMend));
      },
      (step, fault) =>
        findings.push(fault === undefined ? ok(step) : wrong(step, `${fault.mend}.`)),
    );
  } catch (error) {
    if (!(error instanceof DirectoryFault)) throw error;
    findings.push(wrong(error.message, `${error.mend}.`));
    if (isRefused(error)) {
      findings.push(note('no other server was tried: repeated refusals could lock the account'));
    }
  }
  yield* findings;
}

function userFindings(count: number, user: string, settings: LdapSettings): Finding[] {
  const { loginAttribute, baseDn, userFilter } = settings;
  if (count === 1) return [ok(`exactly one user has the ${loginAttribute} ${user}`)];
  const where = `below ${baseDn}, among ${userFilter}`;
  if (count > 1) {
    const mend = 'choose another LDAP_LOGIN_ATTRIBUTE, or narrow LDAP_USER_FILTER.';
    return [wrong(`several users have the ${loginAttribute} ${user} ${where}`, mend)];
  }
  const mend =
    'check the name, check that people type LDAP_LOGIN_ATTRIBUTE as their name, and that LDAP_BIND_DN may read users.';
  return [wrong(`no user has the ${loginAttribute} ${user} ${where}`, mend)];
}

const mapMend =
  'add the user to a group that ROLE_MAP maps to EGD_LIB, or add one of their groups to ROLE_MAP.';

function roleFinding(roles: readonly string[], mend: string): Finding {
  if (roles.includes('EGD_LIB')) return ok(`roles: ${roles.join(', ')}`);
  return wrong(`roles: ${roles.join(', ') || 'none'}; reading needs EGD_LIB`, mend);
}

async function hostFinding(url: string): Promise<Finding> {
  const address = `${url}${checkSession.url}`;
  const mend =
    'correct UPSTREAM_AUTH_URL (the address before /auth/check), and check that the host runs.';
  try {
    const { status, body } = await callHost(address, { method: 'GET', headers: {} }, 5000);
    const speaks = typeof body === 'object' && body !== null && 'authenticated' in body;
    return speaks || status === 401
      ? ok(`the auth host answers at ${address}`)
      : wrong(`${address} answers ${status}, not as the specification says`, mend);
  } catch (error) {
    return wrong(`${address}: ${error instanceof Error ? error.message : String(error)}`, mend);
  }
}

async function issuerFinding(issuer: string): Promise<Finding> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const mend =
    'correct OIDC_ISSUER, which must match letter by letter, and check that this machine can reach it.';
  try {
    const { status, body } = await callHost(address, { method: 'GET', headers: {} }, 5000);
    const said = typeof body === 'object' && body !== null && 'issuer' in body ? body.issuer : null;
    return said === issuer
      ? ok(`the issuer answers at ${address}`)
      : wrong(`${address} answers ${status}, as the issuer ${String(said)}`, mend);
  } catch (error) {
    return wrong(`${address}: ${error instanceof Error ? error.message : String(error)}`, mend);
  }
}

// A command tells what it finds itself.
const nothing = () => {};
const silent: FastifyBaseLogger = {
  level: 'silent',
  child: () => silent,
  fatal: nothing,
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  trace: nothing,
  silent: nothing,
};
