import { customerKey } from '../catalogue/customers.ts';
import { looseText } from '../catalogue/loose-number.ts';
import type { Db } from '../db/schema.ts';
import { plausibleReading } from './names.ts';

/**
 * The customer that a missing entry likely belongs to, by the file's path: the customer that one of its
 * folders is named after, else the one whose numbers start most alike.
 */
export async function likelyCustomers(
  db: Db,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const folders = new Map(paths.map((path) => [path, path.split('/').slice(0, -1)]));
  const keys = new Set([...folders.values()].flat().map(customerKey));
  const named = await customersByKey(db, [...keys]);
  const likely = new Map<string, string>();
  for (const [path, parts] of folders) {
    const byFolder = parts.toReversed().map((part) => named.get(customerKey(part)));
    const customer =
      byFolder.find((name) => name !== undefined) ?? (await neighbourOf(db, nameIn(path)));
    if (customer !== undefined) likely.set(path, customer);
  }
  return likely;
}

async function customersByKey(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('customers')
    .select(['name', 'name_key'])
    .where('name_key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.name_key, row.name]));
}

const fewestSharedLetters = 2;

/** The customer of the entry next to the name in order of numbers. */
async function neighbourOf(db: Db, name: string): Promise<string | undefined> {
  const number = looseText(plausibleReading(name)?.doc_num ?? name.replace(/\.pdf$/i, ''));
  const entries = db
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select(['loose_num', 'customers.name']);
  const around = [
    ...(await entries
      .where('loose_num', '>=', number)
      .orderBy('loose_num')
      .orderBy('documents.id')
      .limit(1)
      .execute()),
    ...(await entries
      .where('loose_num', '<', number)
      .orderBy('loose_num', 'desc')
      .orderBy('documents.id')
      .limit(1)
      .execute()),
  ].map((row) => ({ name: row.name, shared: sharedStart(row.loose_num, number) }));
  const [best] = around.toSorted((a, b) => b.shared - a.shared);
  return best === undefined || best.shared < fewestSharedLetters ? undefined : best.name;
}

/** How many letters two texts begin with in common. */
export function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
