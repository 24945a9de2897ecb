import type { FastifyBaseLogger } from 'fastify';
import { type Role, roles } from '#contract/auth.ts';
import { checkSession, login, logout, ownHeader } from '#contract/calls.ts';
import type { UpstreamSettings } from '../../config/auth-settings.ts';
import type { Confirmation, SessionHost } from '../confirmations.ts';
import { nameKey } from '../name-key.ts';
import { cookieHeader, type CookieJar, updateJar, readJar } from './cookie-jar.ts';
import { callHost, type HostAnswer, HostFault } from './host-call.ts';
import type { Credentials, Person, Provider, SignInResult } from './provider.ts';

/** A login may take long to hash the password; a check delays a reader's request, so it gets less time. */
type UpstreamLimits = { loginMs: number; checkMs: number; restMs: number };

const usualLimits: UpstreamLimits = {
  loginMs: 15_000,
  checkMs: 5000,
  // After a check without answer, no check is sent for this long; sign-ins still try.
  restMs: 10_000,
};

type Deps = { log: FastifyBaseLogger; now: () => number };

/** An existing auth host with the three calls of the specification (section 7). */
export class UpstreamProvider implements Provider, SessionHost {
  readonly name = 'upstream';
  readonly label = 'the auth host';
  readonly askEveryMs = 60_000;
  readonly graceMs: number;
  readonly #url: string;
  readonly #log: FastifyBaseLogger;
  readonly #now: () => number;
  readonly #limits: UpstreamLimits;
  #restUntilMs = 0;

  constructor({ url, graceMinutes }: UpstreamSettings, { log, now }: Deps, limits = usualLimits) {
    this.#url = url;
    this.graceMs = graceMinutes * 60_000;
    this.#log = log;
    this.#now = now;
    this.#limits = limits;
  }

  async verify({ username, password, address }: Credentials): Promise<SignInResult> {
    const body = JSON.stringify({ username, password });
    try {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
      const answer = await this.#call(login, {}, this.#limits.loginMs, { headers, body });
      return resultOf(answer, username, this.#now());
    } catch (error) {
      if (!(error instanceof HostFault)) throw error;
      this.#log.warn({ err: error, event: 'upstream_unavailable' }, 'the auth host is unreachable');
      return { state: 'unavailable', message: error.message };
    }
  }

  async check(providerState: string): Promise<Confirmation> {
    if (this.#now() < this.#restUntilMs) {
      return { state: 'unavailable', message: 'the sign-in service did not answer a moment ago.' };
    }
    const jar = readJar(providerState);
    try {
      const answer = await this.#call(checkSession, jar, this.#limits.checkMs);
      const confirmation = confirmationIn(answer, jar, this.#now());
      if (confirmation.state === 'unavailable') this.#rest();
      return confirmation;
    } catch (error) {
      if (!(error instanceof HostFault)) throw error;
      this.#rest();
      return { state: 'unavailable', message: error.message };
    }
  }

  async signOut(providerState: string): Promise<void> {
    await this.#call(logout, readJar(providerState), this.#limits.checkMs);
  }

  #rest(): void {
    this.#restUntilMs = this.#now() + this.#limits.restMs;
  }

  #call(
    { method, url }: { method: string; url: string },
    jar: CookieJar,
    limitMs: number,
    more: { headers?: Record<string, string>; body?: string } = {},
  ): Promise<HostAnswer> {
    const cookie = cookieHeader(jar);
    const headers = {
      accept: 'application/json',
      // If the host is another EGD Library, it requires this header against cross-site requests.
      [ownHeader]: '1',
      ...(cookie === '' ? {} : { cookie }),
      ...more.headers,
    };
    return callHost(`${this.#url}${url}`, { ...more, method, headers }, limitMs);
  }
}

function resultOf(
  { status, body, setCookies }: HostAnswer,
  typed: string,
  nowMs: number,
): SignInResult {
  if (isRecord(body) && status < 500) {
    const isFine = status >= 200 && status < 300;
    if (body['success'] === true && isFine) {
      const data = isRecord(body['data']) ? body['data'] : {};
      const providerState = JSON.stringify(updateJar({}, setCookies, nowMs));
      return { state: 'accepted', person: personIn(data, typed), providerState };
    }
    if (body['success'] === false) return { state: 'refused', ...messageIn(body['message']) };
  }
  if (status === 401 || status === 403) return { state: 'refused' };
  throw new HostFault(oddWords(status));
}

function confirmationIn(
  { status, body, setCookies }: HostAnswer,
  jar: CookieJar,
  nowMs: number,
): Confirmation {
  // A redirect leads to the host's login page: not signed in.
  if (status === 401 || status === 403 || (status >= 300 && status < 400)) {
    return { state: 'refused' };
  }
  const isFine = status >= 200 && status < 300;
  const said = isRecord(body) && isFine ? body['authenticated'] : undefined;
  if (said === false) return { state: 'refused' };
  if (said !== true || !isRecord(body)) return { state: 'unavailable', message: oddWords(status) };
  const providerState = JSON.stringify(updateJar(jar, setCookies, nowMs));
  const hasRoles = Array.isArray(body['access_role']);
  return {
    state: 'confirmed',
    providerState,
    roles: hasRoles ? rolesIn(body['access_role']) : null,
  };
}

function oddWords(status: number): string {
  if (status >= 300 && status < 400) return 'the sign-in service redirected the request.';
  return status < 300
    ? 'the sign-in service sent an unknown answer.'
    : `the sign-in service answered ${status}.`;
}

// The specification does not say what `user` is. A text may be a display name, so it identifies nobody:
// an id is best, else the user name as the host spells it, else as it was typed.
function personIn(data: Record<string, unknown>, typed: string): Person {
  const user = isRecord(data['user']) ? data['user'] : {};
  const name = textIn(user['username']) ?? typed;
  const id = textIn(user['id']);
  return {
    external_id: id === null ? `name ${nameKey(name)}` : `id ${id}`,
    name,
    display_name: textIn(user['display_name']) ?? textIn(data['user']) ?? name,
    roles: rolesIn(data['access_role']),
  };
}

/** The roles that the library knows. */
function rolesIn(access_role: unknown): Role[] {
  if (!Array.isArray(access_role)) return [];
  const names = new Set(
    access_role.map((entry: unknown) => (isRecord(entry) ? entry['role_name'] : null)),
  );
  return roles.filter((role) => names.has(role));
}

function messageIn(message: unknown): { message?: string } {
  const text = textIn(message)?.replaceAll(/\p{Cc}+/gu, ' ');
  return text === undefined ? {} : { message: text };
}

const mostLetters = 300;

function textIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== ''
    ? value.trim().slice(0, mostLetters)
    : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
