import type { FastifyBaseLogger } from 'fastify';
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { type Role, roles as libraryRoles } from '#contract/auth.ts';
import type { OidcSettings, RoleRule } from '../../config/auth-settings.ts';
import type { Confirmation, SessionHost } from '../confirmations.ts';
import { fetchAtMost } from './host-call.ts';
import type { Person } from './provider.ts';
import { rolesOfGroups } from './role-map.ts';

/** Stored until the reader comes back from the issuer. */
export type Transaction = { state: string; nonce: string; verifier: string };

/** Someone whom the issuer authenticated, and the tokens to store with the session. */
export type Vouched = { person: Person; providerState: string; sid: string | null };

type StoredTokens = { idToken: string; refreshToken: string | null };
type Tokens = Awaited<ReturnType<typeof oidc.refreshTokenGrant>>;

type Deps = {
  log: FastifyBaseLogger;
  roleMap: readonly RoleRule[];
  now: () => number;
};

const clockToleranceSeconds = 60;
const limitSeconds = 10;
const discoveredForMs = 60_000;
// The discovery document is small; other answers may list many groups.
const fetchDiscovery = fetchAtMost(64 * 1024);
const fetchOthers = fetchAtMost(1024 * 1024);
const backChannelEvent = 'http://schemas.openid.net/event/backchannel-logout';
// With a longer address, some servers refuse the request; the hint is what makes it long.
const longestAddress = 6000;

/** Single sign-on with OpenID Connect (ADR 0026). */
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

  /** Where to send the reader, and what to store until they come back. */
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

  /** Exchanges the code of the callback for tokens and verifies them. */
  async finish(callback: URL, transaction: Transaction): Promise<Vouched> {
    // Fetches settings and keys again: they may have just changed, and a code works only once.
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
    const providerState = encodeTokens({
      idToken: tokens.id_token,
      refreshToken: tokens.refresh_token ?? null,
    });
    return { person: this.#personIn(all, claims), providerState, sid };
  }

  /** Asks the issuer for new tokens; it refuses them for a closed account. */
  async check(providerState: string): Promise<Confirmation> {
    const stored = decodeTokens(providerState);
    if (stored.refreshToken === null) return { state: 'unknown' };
    const config = await this.#discovered();
    const tokens = await oidc.refreshTokenGrant(config, stored.refreshToken).catch(nullIfRefused);
    if (tokens === null) return { state: 'refused' };
    // Many issuers send an ID token only the first time.
    const claims = tokens.claims() ?? decodeJwt(stored.idToken);
    const { sub = '' } = decodeJwt(stored.idToken);
    if (claims.sub !== sub) return { state: 'refused' };
    if (tokens.id_token !== undefined) this.#requirePast(claims.iat);
    const known = tokens.id_token === undefined ? { sub } : { ...claims, sub };
    const all = await this.#claimsOf(config, tokens, known);
    const idToken = tokens.id_token ?? stored.idToken;
    return {
      state: 'confirmed',
      providerState: encodeTokens({
        idToken,
        refreshToken: tokens.refresh_token ?? stored.refreshToken,
      }),
      roles: this.#rolesIn(all, sub),
    };
  }

  /** Where the issuer signs the reader out too; null if it has no such address. */
  async endSessionAddress(providerState: string, returnTo: string): Promise<string | null> {
    try {
      const { idToken } = decodeTokens(providerState);
      const config = await this.#discovered();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      const wanted = { post_logout_redirect_uri: returnTo };
      const hinted = oidc.buildEndSessionUrl(config, { ...wanted, id_token_hint: idToken });
      if (hinted.href.length <= longestAddress) return hinted.href;
      return oidc.buildEndSessionUrl(config, wanted).href;
    } catch (error) {
      this.#deps.log.warn({ err: error, event: 'oidc_unavailable' }, 'the issuer is unreachable');
      return null;
    }
  }

  /** Whose sessions a logout token of the issuer ends; throws if the token is not valid. */
  async loggedOut(token: string): Promise<{ sid: string } | { external_id: string }> {
    const config = await this.#discovered();
    const { jwks_uri } = config.serverMetadata();
    if (jwks_uri === undefined) throw new Error('The issuer published no keys.');
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
    if (!isLogout || nonce !== undefined) throw new Error('This is not a logout token.');
    if (typeof sid === 'string') return { sid };
    if (sub === undefined) throw new Error('The logout token names no user.');
    return { external_id: externalId(this.#settings.issuer, sub) };
  }

  /** All claims about someone; queried from the issuer if the ID token has no groups. */
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
    throw new Error('The ID token was issued in the future. Compare the clocks of both machines.');
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
        'no claim names roles: roles stay unchanged',
      );
      return null;
    }
    if (roleMap.length > 0) return rolesOfGroups(groups, roleMap);
    return libraryRoles.filter((role) => groups.includes(role));
  }

  /** Null if there is no such claim; an empty claim means no groups. */
  #groupsIn(all: Record<string, unknown>): string[] | null {
    const found = this.#settings.rolesClaims
      .map((claim) => claimAt(all, claim))
      .filter((value) => value !== undefined && value !== null);
    if (found.length === 0) return null;
    return found.flat().filter((group) => typeof group === 'string');
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
    // Without this, an ID token is trusted without checking its signature.
    oidc.enableNonRepudiationChecks(config);
    return config;
  }
}

function encodeTokens(stored: StoredTokens): string {
  return JSON.stringify(stored);
}

/** Sessions of earlier versions have the ID token alone. */
function decodeTokens(providerState: string): StoredTokens {
  if (!providerState.startsWith('{')) return { idToken: providerState, refreshToken: null };
  return JSON.parse(providerState) as StoredTokens; // we sealed it
}

// `invalid_grant` means that the issuer refuses the account: RFC 6749, section 5.2.
function nullIfRefused(error: unknown): null {
  if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return null;
  throw error;
}

function externalId(issuer: string, subject: string): string {
  return `${issuer} ${subject}`;
}

/** `groups`, or a path into objects such as `realm_access.roles`. */
function claimAt(claims: Record<string, unknown>, name: string): unknown {
  if (name in claims) return claims[name];
  return name.split('.').reduce<unknown>((value, part) => {
    return typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
  }, claims);
}
