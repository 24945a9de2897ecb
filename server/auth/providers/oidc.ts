import type { FastifyBaseLogger } from 'fastify';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oidc from 'openid-client';
import { type Role, roles as libraryRoles } from '#contract/auth.ts';
import type { OidcSettings, RoleRule } from '../../auth-settings.ts';
import type { Person } from './provider.ts';
import { rolesOfGroups } from './role-map.ts';

/** What has to be known again when the reader comes back from the issuer. */
export type Transaction = { state: string; nonce: string; verifier: string };

/** Someone whom the issuer vouches for, and what their session keeps of it. */
export type Vouched = { person: Person; idToken: string; sid: string | null };

type Deps = {
  log: FastifyBaseLogger;
  roleMap: readonly RoleRule[];
};

const clockToleranceSeconds = 60;
const limitSeconds = 10;
const discoveredForMs = 60_000;
const backChannelEvent = 'http://schemas.openid.net/event/backchannel-logout';
// With a longer address, some servers refuse the request; the hint is what makes it long.
const longestAddress = 6000;

/** Single sign-on: the issuer asks for the password, or knows the reader already (ADR 0026). */
export class OidcProvider {
  readonly name = 'oidc';
  readonly #settings: OidcSettings;
  readonly #deps: Deps;
  #known: { config: Promise<oidc.Configuration>; untilMs: number } | null = null;
  #keys: { uri: string; keys: ReturnType<typeof createRemoteJWKSet> } | null = null;

  constructor(settings: OidcSettings, deps: Deps) {
    this.#settings = settings;
    this.#deps = deps;
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
    let all: Record<string, unknown> = claims;
    if (this.#groupsIn(all) === null && config.serverMetadata().userinfo_endpoint !== undefined) {
      all = { ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
    }
    const sid = typeof claims['sid'] === 'string' ? claims['sid'] : null;
    return { person: this.#personIn(all, claims), idToken: tokens.id_token, sid };
  }

  /** Where the issuer signs the reader out, too; null where it has no such address. */
  async endSessionAddress(idToken: string, returnTo: string): Promise<string | null> {
    try {
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
    if (this.#keys?.uri !== uri) this.#keys = { uri, keys: createRemoteJWKSet(new URL(uri)) };
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
      { timeout: limitSeconds, execute: isPlain ? [oidc.allowInsecureRequests] : [] },
    );
    // Else a token is believed for the connection it came by alone.
    oidc.enableNonRepudiationChecks(config);
    return config;
  }
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
