import { hash, randomBytes } from 'node:crypto';
import type { ProviderName, SignedInUser } from '#contract/auth.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/schema.ts';
import { VersionedCache } from '../db/versions.ts';
import { seal } from './sealed.ts';

/** Who makes a request, and what they may do. */
export type SignedIn = {
  user: SignedInUser;
  roles: ReadonlySet<string>;
  provider: ProviderName;
};

export type Session = SignedIn & {
  idHash: string;
  userId: number;
  startedMs: number;
  lastSeenMs: number;
  /** When the provider was last asked about it, and when it last said yes; 0 for never. */
  askedMs: number;
  confirmedMs: number;
};

/** Where someone signs in from, and what the provider needs for later calls. */
export type NewSession = {
  device: string;
  address: string;
  providerState?: string | null;
  providerSession?: string | null;
};

/** A session as its user and an administrator see it; `id` is the hash, which grants no access. */
export type UserSession = {
  id: string;
  device: string | null;
  address: string | null;
  created_at: string;
  last_seen_at: string;
};

const minuteMs = 60_000;
// The time of the last request is written at most once a minute.
const seenEveryMs = minuteMs;

export class Sessions {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #idleMs: number;
  readonly #longestMs: number;
  readonly #auth: Config['auth'];
  readonly #known = new VersionedCache<Session | null>(20_000);

  constructor(db: Db, config: Config, now: () => number) {
    this.#db = db;
    this.#now = now;
    this.#idleMs = config.sessionIdleMinutes * minuteMs;
    this.#longestMs = config.sessionMaxHours * 60 * minuteMs;
    this.#auth = config.auth;
  }

  /** Starts a session under a new random id, which only the cookie holds: the database has its hash. */
  async start(userId: number, from: NewSession): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    const startedAt = new Date(this.#now()).toISOString();
    await this.#db
      .insertInto('sessions')
      .values({
        id_hash: hashOf(id),
        user_id: userId,
        created_at: startedAt,
        last_seen_at: startedAt,
        device: from.device,
        address: from.address,
        kept: from.providerState == null ? null : seal(from.providerState, id),
        provider_session: from.providerSession ?? null,
        asked_at: startedAt,
        confirmed_at: startedAt,
      })
      .execute();
    return id;
  }

  /** Who the cookie's session belongs to; null when it is unknown, ended or too old. */
  async find(id: string | undefined, authVersion: number): Promise<Session | null> {
    if (id === undefined || !/^[\w-]{43}$/.test(id)) return null;
    const idHash = hashOf(id);
    const session = await this.#known.get(idHash, authVersion, () => this.#load(idHash));
    if (session === null) return null;
    // Another node may have seen the user since this one remembered the session.
    if (this.#isOver(session)) session.lastSeenMs = (await this.#load(idHash))?.lastSeenMs ?? 0;
    if (this.#isOver(session)) return null;
    this.#see(session);
    return session;
  }

  /** Loads what other nodes learned about the session from its provider. */
  async refresh(session: Session): Promise<void> {
    const { askedMs, confirmedMs } = (await this.#load(session.idHash)) ?? session;
    Object.assign(session, { askedMs, confirmedMs });
  }

  async end(id: string): Promise<void> {
    await this.#db.deleteFrom('sessions').where('id_hash', '=', hashOf(id)).execute();
  }

  /** The user's valid sessions, last used first. */
  async sessionsOf(username: string): Promise<UserSession[]> {
    const rows = await this.#db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['id_hash as id', 'device', 'address', 'sessions.created_at', 'last_seen_at'])
      .where('users.name', '=', username)
      .orderBy('last_seen_at', 'desc')
      .orderBy('id_hash')
      .execute();
    return rows.filter(
      ({ created_at, last_seen_at }) =>
        !this.#isOver({
          startedMs: Date.parse(created_at),
          lastSeenMs: Date.parse(last_seen_at),
        }),
    );
  }

  /** Ends one, all, or all but one of a user's sessions; returns how many. */
  async endSessionsOf(
    username: string,
    meant: { only: string } | { allBut: string } | 'all',
  ): Promise<number> {
    let query = this.#db
      .deleteFrom('sessions')
      .where('user_id', 'in', (where) =>
        where.selectFrom('users').select('id').where('name', '=', username),
      );
    if (meant !== 'all') {
      query =
        'only' in meant
          ? query.where('id_hash', '=', meant.only)
          : query.where('id_hash', '!=', meant.allBut);
    }
    return Number((await query.executeTakeFirst()).numDeletedRows);
  }

  /** Ends the sessions that an issuer ended; returns the user's name for each. */
  async endByProvider(
    provider: ProviderName,
    whose: { sid: string } | { external_id: string },
  ): Promise<string[]> {
    let query = this.#db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(['id_hash', 'name'])
      .where('provider', '=', provider);
    query =
      'sid' in whose
        ? query.where('provider_session', '=', whose.sid)
        : query.where('external_id', '=', whose.external_id);
    const found = await query.execute();
    for (const { id_hash } of found) {
      await this.#db.deleteFrom('sessions').where('id_hash', '=', id_hash).execute();
    }
    return found.map(({ name }) => name);
  }

  async endOldSessions(): Promise<void> {
    const now = this.#now();
    await this.#db
      .deleteFrom('sessions')
      .where((where) =>
        where.or([
          where('last_seen_at', '<', new Date(now - this.#idleMs - seenEveryMs).toISOString()),
          where('created_at', '<', new Date(now - this.#longestMs).toISOString()),
        ]),
      )
      .execute();
  }

  #isOver(session: Pick<Session, 'startedMs' | 'lastSeenMs'>): boolean {
    const now = this.#now();
    return now - session.startedMs >= this.#longestMs || now - session.lastSeenMs >= this.#idleMs;
  }

  // Not awaited: a request must not wait while an import holds the database.
  #see(session: Session): void {
    const now = this.#now();
    const before = session.lastSeenMs;
    if (now - before < seenEveryMs) return;
    session.lastSeenMs = now;
    this.#db
      .updateTable('sessions')
      .set({ last_seen_at: new Date(now).toISOString() })
      .where('id_hash', '=', session.idHash)
      .execute()
      .catch(() => (session.lastSeenMs = before)); // the next request retries
  }

  async #load(idHash: string): Promise<Session | null> {
    const found = await this.#db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([
        'users.id',
        'name',
        'display_name',
        'provider',
        'sessions.created_at',
        'last_seen_at',
        'asked_at',
        'confirmed_at',
      ])
      .where('id_hash', '=', idHash)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    if (found === undefined || !maySignIn(found.provider, this.#auth)) return null;
    return {
      idHash,
      userId: found.id,
      provider: found.provider,
      user: { username: found.name, display_name: found.display_name },
      roles: await rolesOf(this.#db, found.id),
      startedMs: Date.parse(found.created_at),
      lastSeenMs: Date.parse(found.last_seen_at),
      askedMs: found.asked_at === null ? 0 : Date.parse(found.asked_at),
      confirmedMs: found.confirmed_at === null ? 0 : Date.parse(found.confirmed_at),
    };
  }
}

// Also ends sessions of providers that are no longer in the settings.
function maySignIn(provider: ProviderName, auth: Config['auth']): boolean {
  if (provider === 'local') return auth.provider === 'local' || auth.allowLocalLogin;
  return provider === auth.provider || (provider === 'oidc' && auth.oidc !== null);
}

/** A user who just signed in. */
export async function signedInUser(db: Db, userId: number): Promise<SignedIn> {
  const user = await db
    .selectFrom('users')
    .select(['name', 'display_name', 'provider'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    user: { username: user.name, display_name: user.display_name },
    provider: user.provider,
    roles: await rolesOf(db, userId),
  };
}

async function rolesOf(db: Db, userId: number): Promise<ReadonlySet<string>> {
  const held = await db
    .selectFrom('user_roles')
    .select('role_name')
    .where('user_id', '=', userId)
    .orderBy('role_name')
    .execute();
  return new Set(held.map((role) => role.role_name));
}

/** The key of a session in the database. */
export function hashOf(id: string): string {
  return hash('sha256', id, 'base64url');
}

/** Deletes all sessions of a database that no server uses yet. */
export async function endAllSessions(db: Db): Promise<void> {
  await db.deleteFrom('sessions').execute();
}
