import { type Client, InvalidCredentialsError } from 'ldapts';
import type { FastifyBaseLogger } from 'fastify';
import type { LdapSettings, RoleRule } from '../../config/auth-settings.ts';
import { Semaphore } from '../../processes/semaphore.ts';
import { bindAsSettings, DirectoryFault, withDirectory } from './ldap/connection.ts';
import { decoyDn, type DirectoryUser, findAgain, findUsers } from './ldap/entries.ts';
import { groupsOf } from './ldap/directory-groups.ts';
import type { Credentials, Person, Provider, SignInResult } from './provider.ts';
import { rolesOfGroups } from './role-map.ts';

/** The state of a signed-in account in the directory. */
export type AccountState =
  | { state: 'fine'; person: Person }
  | { state: 'closed'; why: string }
  | { state: 'unavailable'; message: string };

type Deps = { log: FastifyBaseLogger; now: () => number; roleMap: readonly RoleRule[] };

// At most this many queries run at once; the others wait.
const atOnce = 8;
const askedFirstForMs = 300_000;

/** Accounts of a directory: search for the user, then bind as them (ADR 0026). */
export class LdapProvider implements Provider {
  readonly name = 'ldap';
  readonly #settings: LdapSettings;
  readonly #deps: Deps;
  readonly #atOnce = new Semaphore(atOnce);
  // The server that answered last is tried first for a while, so that nobody waits for one that is down.
  #answered = { url: '', untilMs: 0 };

  constructor(settings: LdapSettings, deps: Deps) {
    this.#settings = settings;
    this.#deps = deps;
  }

  async verify({ username, password }: Credentials): Promise<SignInResult> {
    // A bind without a password succeeds as anonymous: RFC 4513, section 5.1.2.
    if (password === '' || username.trim() === '') return { state: 'refused' };
    // A directory ignores invisible characters, so a guesser could spell one user in many ways and get
    // new attempts for each.
    if (/[\p{C}\p{Zl}\p{Zp}]|\s{2}/u.test(username)) return { state: 'refused' };
    try {
      return await this.#atOnce.use(() =>
        this.#ask((client) => this.#verify(client, username, password)),
      );
    } catch (error) {
      return { state: 'unavailable', message: this.#wordsOf(error) };
    }
  }

  /** Checks many accounts over one connection; `onChecked` is called after each one. */
  async checkAccounts(
    externalIds: readonly string[],
    onChecked: (external_id: string, state: AccountState) => Promise<void>,
  ): Promise<void> {
    const left = [...externalIds];
    try {
      await this.#ask(async (client) => {
        for (let id = left[0]; id !== undefined; id = left[0]) {
          const state = await this.#stateOf(client, id);
          await onChecked(id, state);
          left.shift();
        }
      });
    } catch (error) {
      const message = this.#wordsOf(error);
      for (const id of left) await onChecked(id, { state: 'unavailable', message });
    }
  }

  #ask<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const { now } = this.#deps;
    const first = now() < this.#answered.untilMs ? this.#answered.url : '';
    const urls = this.#settings.urls.toSorted((a, b) => Number(b === first) - Number(a === first));
    return withDirectory({ ...this.#settings, urls }, (client, url) => {
      if (url !== first) this.#answered = { url, untilMs: now() + askedFirstForMs };
      return work(client);
    });
  }

  async #verify(client: Client, username: string, password: string): Promise<SignInResult> {
    const { log } = this.#deps;
    const found = await findUsers(client, this.#settings, username.trim(), this.#around());
    if (found.length > 1) {
      log.warn({ event: 'ldap_ambiguous', found: found.length }, 'a login name is not unique');
    }
    const [user] = found;
    const isKnown = user !== undefined && found.length === 1;
    const refusal = await tryBind(
      client,
      isKnown ? user.dn : decoyDn(this.#settings, username),
      password,
    );
    if (!isKnown) return { state: 'refused' };
    if (refusal !== null) {
      log.info({ event: 'ldap_refused', dn: user.dn, reason: refusal }, 'the directory refuses');
      return { state: 'refused', ...passwordWords(refusal) };
    }
    if (user.closed !== null) {
      log.info(
        { event: 'ldap_refused', dn: user.dn, reason: user.closed },
        'the account is closed',
      );
      return { state: 'refused' };
    }
    await bindAsSettings(client, this.#settings);
    return { state: 'accepted', person: await this.#personOf(client, user) };
  }

  async #stateOf(client: Client, external_id: string): Promise<AccountState> {
    const user = await findAgain(client, this.#settings, external_id, this.#around());
    if (user === null) return { state: 'closed', why: 'no longer in the directory' };
    if (user.closed !== null) return { state: 'closed', why: user.closed };
    return { state: 'fine', person: await this.#personOf(client, user) };
  }

  async #personOf(client: Client, user: DirectoryUser): Promise<Person> {
    const { external_id, name, display_name } = user;
    const groups = await groupsOf(client, this.#settings, user);
    const roles = rolesOfGroups(groups, this.#deps.roleMap);
    return { external_id, name, display_name, roles };
  }

  #around() {
    return { log: this.#deps.log, nowMs: this.#deps.now() };
  }

  #wordsOf(error: unknown): string {
    const { log } = this.#deps;
    if (!(error instanceof DirectoryFault)) {
      log.error({ err: error, event: 'ldap_unavailable' }, 'the directory is unreachable');
      return 'the directory is unreachable.';
    }
    const { message, mend } = error;
    log.error({ event: 'ldap_unavailable', reason: message, mend }, 'the directory is unreachable');
    // Details of the servers are for the log and for `auth test`, not for the user.
    return 'the company directory is unreachable. Try again later.';
  }
}

/** Null when the password is right, else what the directory said. */
export async function tryBind(
  client: Client,
  dn: string,
  password: string,
): Promise<string | null> {
  try {
    await client.bind(dn, password);
    return null;
  } catch (error) {
    if (error instanceof InvalidCredentialsError) return error.message;
    throw error;
  }
}

// Active Directory sends these codes only if the password is right.
function passwordWords(refusal: string): { message?: string } {
  return /\bdata (532|773)\b/.test(refusal)
    ? { message: 'Your password has expired. Change it where you sign in to your computer.' }
    : {};
}
