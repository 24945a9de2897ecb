import type { News, Start } from '#contract/start.ts';
import { orderedKinds } from '#contract/revision-words.ts';
import { countDocuments, customerRowsInOrder } from '../catalogue/customers.ts';
import { countRows } from '../db/count-rows.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import { documentsWithFile } from '../matching/entry-files.ts';
import { type PlacedEntry, placedEntries } from './fold-revisions.ts';
import { checkedEntries, foundEntry, latestOf } from './found-entries.ts';
import type { RecentDocuments } from './recent.ts';
import { ownTurn } from './turns.ts';

const mostCustomers = 24;
const newsDays = 28;
const mostNews = 8;
const mostPairs = 6;
/** A change that added more is one line. */
const mostOfAChange = 3;
/** Older ones are not looked at; reading as many takes 3 ms. */
const newestLookedAt = 1000;
/** Of the documents that a reader opened, and of the newest, as what may be compared. */
const openedLookedAt = 20;
const newestCompared = 100;

type Deps = { db: Db; now: () => number; recent: RecentDocuments };

/** What a reader begins with: customers, what was added last, and what to compare. */
export class StartPage {
  readonly #deps: Deps;
  #customers: { version: number; read: ReturnType<typeof customersWithCounts> } | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async of(user: string, catalogueVersion: number): Promise<Start> {
    const { db, now, recent } = this.#deps;
    const since = new Date(now() - newsDays * 86_400_000).toISOString();
    const newest = await newestDocuments(db);
    const changes = (await addedByChange(db, newest, since)).slice(0, mostNews);
    const few = changes.filter(({ added }) => added.length <= mostOfAChange);
    const newIds = few.flatMap(({ added }) => added.map(({ id }) => id));
    const opened = (await recent.of(user)).slice(0, openedLookedAt);
    const toCompare = newest.slice(0, newestCompared).map(({ id }) => id);
    const placed = await placedEntries(db, [...new Set([...opened, ...newIds, ...toCompare])]);
    const latest = await latestOf(db, placed);
    const latestIds = [...new Set(placed.map(({ id }) => latest.get(id) ?? id))];
    const previous = await previousOf(db, await placedEntries(db, latestIds));
    const compared = latestIds.filter((id) => previous.has(id)).slice(0, mostPairs);
    const entries = await checkedEntries(db, new Set([...newIds, ...compared]));
    const news = changes.flatMap(({ added, ...change }): News[] => {
      const { added_at } = change;
      if (added.length > mostOfAChange) return [{ ...change, count: added.length }];
      return added.flatMap(({ id }) => {
        const entry = entries.get(id);
        if (entry?.status !== 'latest') return [];
        return [{ added_at, entry: foundEntry(entry), previous: previous.get(id) ?? null }];
      });
    });
    const pairs = compared.flatMap((id) => {
      const [entry, before] = [entries.get(id), previous.get(id)];
      return entry && before ? [{ entry: foundEntry(entry), previous: before }] : [];
    });
    const customers = await this.#counted(catalogueVersion);
    return { ...customers, news: news.slice(0, mostNews), pairs };
  }

  // Counting a million documents takes 100 ms, and everyone comes by here.
  #counted(version: number): ReturnType<typeof customersWithCounts> {
    if (this.#customers?.version !== version) {
      const read = customersWithCounts(this.#deps.db);
      const kept = { version, read };
      this.#customers = kept;
      read.catch(() => {
        if (this.#customers === kept) this.#customers = null;
      });
    }
    return this.#customers.read;
  }
}

async function customersWithCounts(db: Db): Promise<Pick<Start, 'customers' | 'customers_total'>> {
  const customers: Start['customers'] = [];
  const { value: first = [] } = await customerRowsInOrder(db).next();
  for (const { id, name } of first.slice(0, mostCustomers)) {
    await ownTurn();
    customers.push({ customer: name, documents: await countDocuments(db, id) });
  }
  return { customers, customers_total: await countRows(db.selectFrom('customers')) };
}

function newestDocuments(db: Db) {
  return db
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'customer_id')
    .select(['documents.id', 'created_at', 'customers.name as customer'])
    .orderBy('documents.id', 'desc')
    .limit(newestLookedAt)
    .execute();
}

type Added = Awaited<ReturnType<typeof newestDocuments>>;

/** What each change added since then, newest first. Of the oldest that is looked at there may be more. */
async function addedByChange(db: Db, newest: Added, since: string) {
  const added = newest.filter(({ created_at }) => created_at >= since);
  const lines = await selectInPortions(
    added.map(({ id }) => id),
    (portion) =>
      db
        .selectFrom('audit')
        .select(['document_id', 'change_id'])
        .where('document_id', 'in', portion)
        .where('subject', '=', 'document')
        .where('action', '=', 'added'),
  );
  const changeOf = new Map(lines.map(({ document_id, change_id }) => [document_id, change_id]));
  const groups = [...Map.groupBy(added, ({ id }) => changeOf.get(id) ?? id).values()];
  return groups.flatMap((group, at) => {
    const [first] = group;
    if (first === undefined) return [];
    const isOneCustomers = group.every(({ customer }) => customer === first.customer);
    const is_least = added.length === newestLookedAt && at === groups.length - 1;
    const customer = isOneCustomers && !is_least ? first.customer : null;
    return [{ added_at: first.created_at, customer, is_least, added: group }];
  });
}

/** By the ids of latest editions: the edition before, where both have a PDF. */
async function previousOf(db: Db, entries: readonly PlacedEntry[]) {
  const latest = entries.filter(
    ({ status, kind }) => status === 'latest' && orderedKinds.some((one) => one === kind),
  );
  const rows = await selectInPortions(
    latest.flatMap(({ standard_id }) => standard_id ?? []),
    (portion) =>
      db
        .selectFrom('revisions')
        .innerJoin('documents', 'documents.id', 'document_id')
        .select(['standard_id', 'documents.id', 'doc_num', 'language', 'doc_rev'])
        .where('standard_id', 'in', portion)
        .where('kind', 'in', orderedKinds)
        .where('status', '=', 'superseded')
        .orderBy('place', 'desc')
        .orderBy('documents.id'),
  );
  const before = new Map(rows.map(({ standard_id, ...row }) => [standard_id, row]));
  const pairs = latest.flatMap(({ id, standard_id }) => {
    const previous = before.get(standard_id ?? 0);
    return previous === undefined ? [] : [{ id, previous }];
  });
  const ids = pairs.flatMap(({ id, previous }) => [id, previous.id]);
  const readable = await documentsWithFile(db, ids);
  return new Map(
    pairs
      .filter(({ id, previous }) => readable.has(id) && readable.has(previous.id))
      .map(({ id, previous: { id: _id, ...identity } }) => [id, identity]),
  );
}
