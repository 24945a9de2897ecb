import type { FastifyBaseLogger } from 'fastify';
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { type Role, roles as libraryRoles } from '#contract/auth.ts';
import type { OidcSettings, RoleRule } from '../../config/auth-settings.ts';
import type { Confirmation, SessionHost } from '../confirmations.ts';
import { fetchAtMost } from './host-call.ts';
import type { Person } from './provider.ts';
import { rolesOfGroups } from './role-map.ts';

/** What has to be known again when the reader comes back from the issuer. */
export type Transaction = { state: string; nonce: string; verifier: string };

/** Someone whom the issuer vouches for, and what their session keeps of it. */
export type Vouched = { person: Person; keeps: string; sid: string | null };

type Kept = { idToken: string; refreshToken: string | null };
type Tokens = Awaited<ReturnType<typeof oidc.refreshTokenGrant>>;

type Deps = {
  log: FastifyBaseLogger;
  roleMap: readonly RoleRule[];
  now: () => number;
};

const clockToleranceSeconds = 60;
const limitSeconds = 10;
const discoveredForMs = 60_000;
// Nobody has asked for anything yet, so nothing large can be meant; what follows may tell many groups.
const fetchDiscovery = fetchAtMost(64 * 1024);
const fetchOthers = fetchAtMost(1024 * 1024);
const backChannelEvent = 'http://schemas.openid.net/event/backchannel-logout';
// With a longer address, some servers refuse the request; the hint is what makes it long.
const longestAddress = 6000;

/** Single sign-on: the issuer asks for the password, or knows the reader already (ADR 0026). */
export class OidcProvider implements SessionHost {
  readonly name = 'oidc';
  readonly label = 'single sign-on';
  readonly askEveryMs = 300_000;
  readonly graceMs: number;
  readonly #settings: OidcSettings;
  readonly #deps: Deps;
  #known: { config: Promise<oidc.Configuration>; untilMs: number } | null = null;
  #keys: { uri: string; keys: ReturnType<typeof createRemoteJWKSet> } | null = null;

  constructor(settings: OidcSettings, deps: Deps) {
    this.#settings = settings;
    this.#deps = deps;
    this.graceMs = settings.sessionHours * 3_600_000;
  }

  /** Where to send the reader, and what to remember meanwhile. */
  async begin(returnTo: string): Promise<{ address: URL; transaction: Transaction }> {
    const config = await this.#discovered();
    const transaction = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    };
    const address = oidc.buildAuthorizationUrl(config, {
      redirect_uri: returnTo,
      scope: this.#settings.scope,
      state: transaction.state,
      nonce: transaction.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(transaction.verifier),
      code_challenge_method: 'S256',
    });
    return { address, transaction };
  }

  /** Exchanges what the reader brought back, and checks all of it. */
  async finish(callback: URL, transaction: Transaction): Promise<Vouched> {
    // Asked anew, keys too: they may have been changed a moment ago, and a code is good only once.
    const config = await this.#discover();
    const tokens = await oidc.authorizationCodeGrant(config, callback, {
      pkceCodeVerifier: transaction.verifier,
      expectedState: transaction.state,
      expectedNonce: transaction.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined || tokens.id_token === undefined) {
      throw new Error('The issuer sent no ID token.');
    }
    this.#requirePast(claims.iat);
    const all = await this.#claimsOf(config, tokens, claims);
    const sid = typeof claims['sid'] === 'string' ? claims['sid'] : null;
    const keeps = keep({ idToken: tokens.id_token, refreshToken: tokens.refresh_token ?? null });
    return { person: this.#personIn(all, claims), keeps, sid };
  }

  /** Asks the issuer for new tokens: it gives none for an account that is closed. */
  async check(keeps: string): Promise<Confirmation> {
    const kept = readKept(keeps);
    if (kept.refreshToken === null) return { state: 'unknown' };
    const config = await this.#discovered();
    const tokens = await oidc.refreshTokenGrant(config, kept.refreshToken).catch(nullIfRefused);
    if (tokens === null) return { state: 'refused' };
    // Many issuers send an ID token only the first time.
    const claims = tokens.claims() ?? decodeJwt(kept.idToken);
    const { sub = '' } = decodeJwt(kept.idToken);
    if (claims.sub !== sub) return { state: 'refused' };
    if (tokens.id_token !== undefined) this.#requirePast(claims.iat);
    const told = tokens.id_token === undefined ? { sub } : { ...claims, sub };
    const all = await this.#claimsOf(config, tokens, told);
    const idToken = tokens.id_token ?? kept.idToken;
    return {
      state: 'confirmed',
      keeps: keep({ idToken, refreshToken: tokens.refresh_token ?? kept.refreshToken }),
      roles: this.#rolesIn(all, sub),
    };
  }

  /** Where the issuer signs the reader out, too; null where it has no such address. */
  async endSessionAddress(keeps: string, returnTo: string): Promise<string | null> {
    try {
      const { idToken } = readKept(keeps);
      const config = await this.#discovered();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      const wanted = { post_logout_redirect_uri: returnTo };
      const hinted = oidc.buildEndSessionUrl(config, { ...wanted, id_token_hint: idToken });
      if (hinted.href.length <= longestAddress) return hinted.href;
      return oidc.buildEndSessionUrl(config, wanted).href;
    } catch (error) {
      this.#deps.log.warn({ err: error, event: 'oidc_unavailable' }, 'the issuer cannot be asked');
      return null;
    }
  }

  /** Whose sessions the issuer wants ended, by its token; throws where the token is not to be believed. */
  async loggedOut(token: string): Promise<{ sid: string } | { external_id: string }> {
    const config = await this.#discovered();
    const { jwks_uri } = config.serverMetadata();
    if (jwks_uri === undefined) throw new Error('The issuer names no keys.');
    const { payload } = await jwtVerify(token, this.#keysAt(jwks_uri), {
      issuer: this.#settings.issuer,
      audience: this.#settings.clientId,
      clockTolerance: clockToleranceSeconds,
      maxTokenAge: 300,
      requiredClaims: ['iat', 'jti', 'events'],
    });
    const { events, sid, sub, nonce } = payload;
    // An ID token must never pass for one of these: OpenID Connect Back-Channel Logout, section 2.6.
    const isLogout = typeof events === 'object' && events !== null && backChannelEvent in events;
    if (!isLogout || nonce !== undefined) throw new Error('This is no logout token.');
    if (typeof sid === 'string') return { sid };
    if (sub === undefined) throw new Error('The logout token names nobody.');
    return { external_id: externalId(this.#settings.issuer, sub) };
  }

  /** What the issuer says of someone; asked for where the ID token tells no groups. */
  async #claimsOf(
    config: oidc.Configuration,
    tokens: Tokens,
    claims: Record<string, unknown> & { sub: string },
  ): Promise<Record<string, unknown>> {
    if (this.#groupsIn(claims) !== null) return claims;
    if (config.serverMetadata().userinfo_endpoint === undefined) return claims;
    return { ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
  }

  #requirePast(issuedAt: number | undefined): void {
    const nowSeconds = this.#deps.now() / 1000;
    if (issuedAt !== undefined && issuedAt <= nowSeconds + clockToleranceSeconds) return;
    throw new Error('The ID token is of the future: compare the clocks of both machines.');
  }

  #personIn(all: Record<string, unknown>, { iss, sub }: { iss: string; sub: string }): Person {
    const text = (claim: string) => (typeof all[claim] === 'string' ? all[claim] : null);
    const name = text('preferred_username') ?? text('email') ?? sub;
    return {
      external_id: externalId(iss, sub),
      name,
      display_name: text('name') ?? name,
      roles: this.#rolesIn(all, name),
    };
  }

  #rolesIn(all: Record<string, unknown>, name: string): Role[] | null {
    const groups = this.#groupsIn(all);
    const { roleMap, log } = this.#deps;
    if (groups === null) {
      const claims = this.#settings.rolesClaims.join(', ');
      log.warn(
        { event: 'oidc_no_roles', user: name, claims },
        'no claim tells roles: kept as they are',
      );
      return null;
    }
    if (roleMap.length > 0) return rolesOfGroups(groups, roleMap);
    return libraryRoles.filter((role) => groups.includes(role));
  }

  /** Null where no claim tells; an empty one tells that there are none. */
  #groupsIn(all: Record<string, unknown>): string[] | null {
    const told = this.#settings.rolesClaims
      .map((claim) => claimAt(all, claim))
      .filter((value) => value !== undefined && value !== null);
    if (told.length === 0) return null;
    return told.flat().filter((group) => typeof group === 'string');
  }

  #keysAt(uri: string) {
    if (this.#keys?.uri !== uri) {
      const keys = createRemoteJWKSet(new URL(uri), { [customFetch]: fetchOthers });
      this.#keys = { uri, keys };
    }
    return this.#keys.keys;
  }

  #discovered(): Promise<oidc.Configuration> {
    const nowMs = performance.now();
    if (this.#known !== null && nowMs < this.#known.untilMs) return this.#known.config;
    const config = this.#discover();
    this.#known = { config, untilMs: nowMs + discoveredForMs };
    config.catch(() => (this.#known = null));
    return config;
  }

  async #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const isPlain = issuer.startsWith('http:');
    const metadata = { client_secret: clientSecret, [oidc.clockTolerance]: clockToleranceSeconds };
    const config = await oidc.discovery(
      new URL(issuer),
      clientId,
      metadata,
      undefined,
      // The settings let only this machine's own issuer be without TLS.
      {
        timeout: limitSeconds,
        execute: isPlain ? [oidc.allowInsecureRequests] : [],
        [oidc.customFetch]: fetchDiscovery,
      },
    );
    config[oidc.customFetch] = fetchOthers;
    // Else a token is believed for the connection it came by alone.
    oidc.enableNonRepudiationChecks(config);
    return config;
  }
}

function keep(kept: Kept): string {
  return JSON.stringify(kept);
}

/** Sessions of earlier versions keep the ID token alone. */
function readKept(keeps: string): Kept {
  if (!keeps.startsWith('{')) return { idToken: keeps, refreshToken: null };
  return JSON.parse(keeps) as Kept; // only we can have sealed it
}

// Of all answers this one says that the issuer does not vouch any more: RFC 6749, section 5.2.
function nullIfRefused(error: unknown): null {
  if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return null;
  throw error;
}

function externalId(issuer: string, subject: string): string {
  return `${issuer} ${subject}`;
}

/** `groups`, or a way into objects such as `realm_access.roles`. */
function claimAt(claims: Record<string, unknown>, name: string): unknown {
  if (name in claims) return claims[name];
  return name.split('.').reduce<unknown>((value, part) => {
    return typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
  }, claims);
}
