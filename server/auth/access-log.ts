import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { AccessAction, DocumentAction } from '#contract/access.ts';
import type { Config } from '../config/config.ts';
import type { Db, Tx } from '../db/schema.ts';
import { inPages } from '../db/pages.ts';

/** One line of the access audit. */
export type AccessLine = {
  action: AccessAction;
  /** Whose account it is about; null for one that does not exist. */
  user: string | null;
  /** Who did it, if not the user. */
  by?: string;
  address?: string;
  detail?: string;
};

type Deps = {
  db: Db;
  now: () => number;
  config: Pick<Config, 'accessAudit' | 'accessAuditDays'>;
  /** Called when a line could not be written. */
  onFault?: (error: unknown) => void;
};

// A viewer fetches a document in many parts, and again after a pause; that is one opening.
const onceInMs = 15 * 60_000;

/**
 * Who signed in, who was refused, and who changed whose account. Not part of the audit trail of
 * changes, because it is purged and other people read it (works councils, auditors).
 */
export class AccessLog {
  readonly #deps: Deps;
  readonly #noted = new LRUCache<string, true>({ max: 20_000, ttl: onceInMs });

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Writes in the caller's transaction, so that the change and its line are saved together. */
  async write(db: Db | Tx, { action, user, by, address, detail }: AccessLine): Promise<void> {
    if (this.#deps.config.accessAudit === 'off') return;
    const at = new Date(this.#deps.now()).toISOString();
    await db
      .insertInto('access_audit')
      .values({
        at,
        action,
        user,
        by_user: by ?? null,
        address: address ?? null,
        detail: detail ?? null,
      })
      .execute();
  }

  /** Never throws: users can sign in and read even if the line cannot be written. */
  async note(line: AccessLine): Promise<void> {
    try {
      await this.write(this.#deps.db, line);
    } catch (error) {
      this.#deps.onFault?.(error);
    }
  }

  /** Returns at once. Repeated within 15 minutes, an opening is one line; every download is one. */
  noteDocument(action: DocumentAction, user: string, address: string, file: string): void {
    if (this.#deps.config.accessAudit !== 'all') return;
    if (action !== 'document_downloaded') {
      const key = `${action}\n${user}\n${file}`;
      if (this.#noted.has(key)) return;
      this.#noted.set(key, true);
    }
    void this.note({ action, user, address, detail: file });
  }

  /** Deletes lines older than `accessAuditDays`, 500 at a time. */
  async purge(): Promise<void> {
    const { db, now, config } = this.#deps;
    const before = new Date(now() - config.accessAuditDays * dayMs).toISOString();
    for (;;) {
      const old = db
        .selectFrom('access_audit')
        .select('id')
        .where('at', '<', before)
        .limit(linesAtOnce);
      const { numDeletedRows } = await db
        .deleteFrom('access_audit')
        .where('id', 'in', old)
        .executeTakeFirst();
      if (numDeletedRows < linesAtOnce) return;
      await setImmediate();
    }
  }
}

const dayMs = 86_400_000;
const linesAtOnce = 500;

/** The whole access audit as rows of a spreadsheet, the header first and then the newest, in pages. */
export async function* accessSheet(db: Db): AsyncGenerator<string[][]> {
  yield [['id', 'at', 'action', 'user', 'by', 'address', 'detail']];
  const newestFirst = db
    .selectFrom('access_audit')
    .select(['id', 'at', 'action', 'user', 'by_user', 'address', 'detail'])
    .orderBy('id', 'desc');
  const pages = inPages(linesAtOnce, { id: Number.MAX_SAFE_INTEGER }, ({ id }) =>
    newestFirst.where('id', '<', id),
  );
  for await (const lines of pages) {
    yield lines.map(({ id, at, action, user, by_user, address, detail }) => [
      String(id),
      at,
      action,
      user ?? '',
      by_user ?? '',
      address ?? '',
      detail ?? '',
    ]);
  }
}
