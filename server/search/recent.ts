import { LRUCache } from 'lru-cache';
import type { Db } from '../db/schema.ts';

type Deps = {
  db: Db;
  now: () => number;
  /** Told when an opening could not be written. */
  onFault?: (error: unknown) => void;
};

// A viewer fetches a document in many parts, and again when it is turned back to; that is one opening.
const openedOnceInMs = 5 * 60_000;

const mostOfAUser = 200;
const dayMs = 86_400_000;
const keptDays = 365;

/** What each user opened, for the user alone: what an empty search field offers. */
export class RecentDocuments {
  readonly #deps: Deps;
  readonly #noted = new LRUCache<string, number>({ max: 20_000 });

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Nobody waits for it, and it never fails: a line that is lost keeps nobody from reading. */
  note(user: string, document_id: number): void {
    const key = noteKey(user, document_id);
    const notedAt = this.#noted.get(key) ?? -Infinity;
    const now = this.#deps.now();
    if (now - notedAt < openedOnceInMs) return;
    this.#noted.set(key, now);
    this.#write(user, document_id).catch((error: unknown) => this.#deps.onFault?.(error));
  }

  /** Ids of the documents that a user opened last and most, of these first. */
  async of(user: string): Promise<number[]> {
    const rows = await this.#deps.db
      .selectFrom('opened_documents')
      .select(['document_id', 'times', 'last_at'])
      .where('user_name', '=', user)
      .orderBy('last_at', 'desc')
      .orderBy('document_id')
      .limit(mostOfAUser)
      .execute();
    const worth = new Map(rows.map((row) => [row.document_id, worthOf(row)]));
    const ids = rows.map(({ document_id }) => document_id);
    return ids.toSorted((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0));
  }

  /** The languages that a user read, the last one first. */
  async languagesOf(user: string): Promise<(string | null)[]> {
    const rows = await this.#deps.db
      .selectFrom('opened_documents')
      .innerJoin('documents', 'documents.id', 'opened_documents.document_id')
      .select((select) => ['language', select.fn.max('last_at').as('read_at')])
      .where('user_name', '=', user)
      .groupBy('language')
      .orderBy('read_at', 'desc')
      .orderBy('language')
      .execute();
    return rows.map(({ language }) => language);
  }

  /** Forgets what a user opened. */
  async clear(user: string): Promise<void> {
    await this.#deps.db.deleteFrom('opened_documents').where('user_name', '=', user).execute();
    const start = noteKey(user, '');
    for (const key of this.#noted.keys()) if (key.startsWith(start)) this.#noted.delete(key);
  }

  /** Removes what is of entries and accounts that are gone, or not of this year. */
  async purge(): Promise<void> {
    const { db, now } = this.#deps;
    const before = new Date(now() - keptDays * dayMs).toISOString();
    await db
      .deleteFrom('opened_documents')
      .where(({ or, not, exists, selectFrom, eb }) =>
        or([
          eb('last_at', '<', before),
          not(
            exists(
              selectFrom('documents')
                .select('documents.id')
                .whereRef('documents.id', '=', 'opened_documents.document_id'),
            ),
          ),
          not(
            exists(
              selectFrom('users')
                .select('users.id')
                .whereRef('users.name', '=', 'opened_documents.user_name'),
            ),
          ),
        ]),
      )
      .execute();
  }

  async #write(user: string, document_id: number): Promise<void> {
    const { db, now } = this.#deps;
    const last_at = new Date(now()).toISOString();
    await db
      .insertInto('opened_documents')
      .values({ user_name: user, document_id, times: 1, last_at })
      .onConflict((conflict) =>
        conflict.columns(['user_name', 'document_id']).doUpdateSet((set) => ({
          times: set('opened_documents.times', '+', 1),
          last_at,
        })),
      )
      .execute();
    const tooMany = await db
      .selectFrom('opened_documents')
      .select('document_id')
      .where('user_name', '=', user)
      .orderBy('last_at', 'desc')
      .orderBy('document_id')
      .offset(mostOfAUser)
      .limit(mostOfAUser)
      .execute();
    if (tooMany.length === 0) return;
    const ids = tooMany.map((row) => row.document_id);
    await db
      .deleteFrom('opened_documents')
      .where('user_name', '=', user)
      .where('document_id', 'in', ids)
      .execute();
  }
}

/** Twice as often counts like a day later. */
function worthOf({ times, last_at }: { times: number; last_at: string }): number {
  return Date.parse(last_at) + dayMs * Math.log2(times);
}

function noteKey(user: string, document_id: number | ''): string {
  return `${user}\n${document_id}`;
}
