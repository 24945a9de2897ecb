import type { FastifyBaseLogger } from 'fastify';
import type { ProviderName, Role } from '#contract/auth.ts';
import type { AccessLog } from './access-log.ts';
import type { Db } from '../db/schema.ts';
import { transact } from '../db/transactions.ts';
import type { Versions } from '../db/versions.ts';
import { setRoles } from './outside-accounts.ts';
import { seal, unseal } from './sealed.ts';
import type { Session, Sessions } from './sessions.ts';

/** What a host says of a session that it began. */
export type Confirmation =
  /** `providerState` replaces the stored one; roles are null if the host does not report them. */
  | { state: 'confirmed'; providerState: string; roles: readonly Role[] | null }
  | { state: 'refused' }
  /** It cannot be asked about this session, now or later. */
  | { state: 'unknown' }
  | { state: 'unavailable'; message: string };

/** A host that has sessions of its own, and may end them at any time. */
export type SessionHost = {
  readonly name: ProviderName;
  /** How it is called in the access audit. */
  readonly label: string;
  readonly askEveryMs: number;
  /** A session ends this long after its last confirmation. */
  readonly graceMs: number;
  check: (providerState: string) => Promise<Confirmation>;
  signOut?: (providerState: string) => Promise<void>;
};

type Deps = {
  db: Db;
  sessions: Sessions;
  access: AccessLog;
  readVersions: () => Promise<Versions>;
  now: () => number;
  log: FastifyBaseLogger;
  hosts: readonly SessionHost[];
};

/**
 * Finds sessions, and asks the host that began them whether they are still valid: once per session and
 * interval, over all nodes. A session that the host refuses ends at once. While the host does not answer,
 * a session goes on until its last confirmation is too old, and works again when the host answers.
 */
export class Confirmations {
  readonly #deps: Deps;
  readonly #underWay = new Map<string, Promise<void>>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async find(id: string | undefined, versions?: Versions): Promise<Session | null> {
    const { sessions, readVersions } = this.#deps;
    const { auth } = versions ?? (await readVersions());
    const session = await sessions.find(id, auth);
    if (id === undefined || session === null) return null;
    const host = this.#hostOf(session);
    if (host === undefined || this.#isFresh(session, host)) return session;
    await this.#confirmOnce(id, session, host);
    const after = await sessions.find(id, (await readVersions()).auth);
    return after !== null && this.#isFresh(after, host) ? after : null;
  }

  /** Signs out at the host if it can be reached; returns the session and its provider state. */
  async leave(id: string): Promise<{ session: Session; providerState: string | null } | null> {
    const { sessions, readVersions, log } = this.#deps;
    const session = await sessions.find(id, (await readVersions()).auth);
    if (session === null) return null;
    const providerState = await this.#providerStateOf(id, session.idHash);
    if (providerState !== null) {
      await this.#hostOf(session)
        ?.signOut?.(providerState)
        .catch((error: unknown) => {
          log.warn({ err: error, event: 'upstream_logout_failed' }, 'not signed out at the host');
        });
    }
    return { session, providerState };
  }

  /** Asked lately, and confirmed not too long ago. */
  #isFresh(session: Session, host: SessionHost): boolean {
    return this.#deps.now() < freshUntilMs(session, host);
  }

  /** The host that began a session; none began one of a local account. */
  #hostOf({ provider }: Session): SessionHost | undefined {
    return this.#deps.hosts.find(({ name }) => name === provider);
  }

  /** Concurrent requests of one session share one question to the host. */
  async #confirmOnce(id: string, session: Session, host: SessionHost): Promise<void> {
    const { idHash } = session;
    const underWay =
      this.#underWay.get(idHash) ??
      this.#confirm(id, session, host).finally(() => this.#underWay.delete(idHash));
    this.#underWay.set(idHash, underWay);
    await underWay;
  }

  async #confirm(id: string, session: Session, host: SessionHost): Promise<void> {
    const { db, now, log, sessions, access } = this.#deps;
    const { idHash } = session;
    const askedMs = now();
    if (!(await this.#claim(idHash, askedMs, host))) {
      await sessions.refresh(session); // another node asked meanwhile, or asks now
      return;
    }
    session.askedMs = askedMs;
    const providerState = await this.#providerStateOf(id, idHash);
    const said: Confirmation =
      providerState === null
        ? { state: 'refused' }
        : await host.check(providerState).catch(asUnavailable);
    if (said.state === 'unavailable') {
      log.warn(
        { event: `${host.name}_unavailable`, reason: said.message },
        `${host.label} is unreachable`,
      );
      return;
    }
    const user = session.user.username;
    const isOver = said.state === 'unknown' && now() >= session.confirmedMs + host.graceMs;
    if (said.state === 'refused' || isOver) {
      await sessions.end(id);
      await access.note({ action: 'sessions_ended', user, detail: `by ${host.label}` });
    }
    if (said.state !== 'confirmed') return;
    const confirmed_at = new Date(now()).toISOString();
    const renewed =
      said.providerState === providerState ? {} : { kept: seal(said.providerState, id) };
    await db
      .updateTable('sessions')
      .set({ confirmed_at, ...renewed })
      .where('id_hash', '=', idHash)
      .execute();
    if (said.roles !== null && !isSame(said.roles, session.roles)) {
      const account = { id: session.userId, name: user };
      await transact(db, (tx) => setRoles(tx, account, said.roles, access));
    }
    session.confirmedMs = Date.parse(confirmed_at);
  }

  /** False if a node has asked about the session within the interval. */
  async #claim(idHash: string, askedMs: number, host: SessionHost): Promise<boolean> {
    const before = new Date(askedMs - host.askEveryMs).toISOString();
    const { numUpdatedRows } = await this.#deps.db
      .updateTable('sessions')
      .set({ asked_at: new Date(askedMs).toISOString() })
      .where('id_hash', '=', idHash)
      .where((where) => where.or([where('asked_at', 'is', null), where('asked_at', '<=', before)]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async #providerStateOf(id: string, idHash: string): Promise<string | null> {
    const row = await this.#deps.db
      .selectFrom('sessions')
      .select('kept')
      .where('id_hash', '=', idHash)
      .executeTakeFirst();
    return row?.kept == null ? null : unseal(row.kept, id);
  }
}

function freshUntilMs({ askedMs, confirmedMs }: Session, host: SessionHost): number {
  const inGrace = Math.min(askedMs + host.askEveryMs, confirmedMs + host.graceMs);
  return Math.max(confirmedMs + host.askEveryMs, inGrace);
}

function isSame(roles: readonly string[], held: ReadonlySet<string>): boolean {
  return new Set(roles).symmetricDifference(held).size === 0;
}

function asUnavailable(error: unknown): Confirmation {
  return {
    state: 'unavailable',
    message: error instanceof Error ? error.message : 'it does not answer',
  };
}
