import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { type ClientMetadata, Provider } from 'oidc-provider';
import type { CleanUp } from './clean-up.ts';

export const clientId = 'library';
export const clientSecret = 'the secret of the library';

/** A real issuer in this process: it signs in whoever it is told to, without a question. */
export async function startIssuer(cleanUp: CleanUp, publicUrl: string) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It listens on a port, not on a pipe.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  cleanUp(close);
  const said: Said = {
    subject: 'subject-1',
    claims: { name: 'Anna Berg', preferred_username: 'anna', groups: ['readers'] },
    denies: false,
    isClosed: false,
    refreshes: false,
    key: await (firstKey ??= newKey('first')),
  };
  let provider = makeProvider(issuer, said, publicUrl);
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) {
      void provider.callback()(request, response);
      return;
    }
    const result = said.denies
      ? { error: 'access_denied' }
      : { login: { accountId: said.subject } };
    void provider.interactionFinished(request, response, result);
  });
  return Object.assign(said, {
    issuer,
    /** It cannot be reached any more. */
    close,
    /** From now on, tokens are signed by another key. */
    async rotateKey(): Promise<void> {
      said.key = await newKey('second');
      provider = makeProvider(issuer, said, publicUrl);
    },
    /** A token that ends sessions, signed by the issuer, with these claims beside or instead. */
    async logoutToken(claims: Record<string, unknown>, key = said.key): Promise<string> {
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const now = Math.floor(Date.now() / 1000);
      const usual = { iss: issuer, aud: clientId, iat: now, exp: now + 60, jti: 'one', events };
      const header = { alg: 'RS256', kid: key.kid ?? '', typ: 'logout+jwt' };
      return new SignJWT({ ...usual, ...claims })
        .setProtectedHeader(header)
        .sign(await importJWK(key, 'RS256'));
    },
  });
}

/** Made once for all issuers of a process: it takes a quarter of a second. */
let firstKey: Promise<JWK> | undefined;

export async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

/** Who is signed in there, and what is said of them. */
type Said = {
  subject: string;
  claims: Record<string, unknown>;
  denies: boolean;
  /** The account is closed: nothing is said of it any more. */
  isClosed: boolean;
  /** Refresh tokens are given. */
  refreshes: boolean;
  key: JWK;
};

function makeProvider(issuer: string, said: Said, publicUrl: string): Provider {
  const client: ClientMetadata = {
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: [`${publicUrl}/auth/oidc/callback`],
    post_logout_redirect_uris: [`${publicUrl}/login`],
    backchannel_logout_uri: `${publicUrl}/auth/oidc/logout`,
    backchannel_logout_session_required: true,
    grant_types: ['authorization_code', 'refresh_token'],
  };
  return new Provider(issuer, {
    clients: [client],
    cookies: { keys: ['of a test'] },
    jwks: { keys: [said.key] },
    claims: { openid: ['sub', 'sid'], profile: ['name', 'preferred_username', 'groups'] },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      // Its usual page fetches letters from the internet.
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          const button = '<button form="op.logoutForm" name="logout" value="yes">';
          ctx.body = `<!doctype html><title>Out</title>${form}${button}Yes, sign me out</button>`;
        },
      },
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    issueRefreshToken: async () => said.refreshes,
    findAccount: (_ctx, accountId) =>
      said.isClosed
        ? undefined
        : { accountId, claims: async () => ({ sub: accountId, ...said.claims }) },
    // Nobody is asked for consent.
    async loadExistingGrant(ctx) {
      const { oidc } = ctx;
      const accountId = oidc.session?.accountId;
      if (accountId === undefined) return undefined;
      const grant = new oidc.provider.Grant({ clientId, accountId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
}
