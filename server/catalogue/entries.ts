import { setImmediate } from 'node:timers/promises';
import type { EntryFields } from '#contract/entry.ts';
import type { LibraryError } from '#contract/errors.ts';
import { revisionFacts } from '#contract/revision-words.ts';
import type { Change } from '../changes/change.ts';
import type { AuditLine } from '../changes/trail.ts';
import type { Tx } from '../db/schema.ts';
import { portionsOf } from '../db/portions.ts';
import { customerColumns, customerKey, customerLine } from './customers.ts';
import {
  addDocuments,
  changeDocument,
  type CustomersEntry,
  documentLine,
  documentsByFileKey,
  factsOf,
  fileKeyOf,
  fileNameTaken,
  isSameDocument,
  type IssuedEntry,
} from './documents.ts';
import { kindsOf, withoutDerived } from './standards/derived-kinds.ts';

/** The result of an entry: saved, or why not. */
export type Outcome = 'added' | 'unchanged' | { changedFrom: EntryBefore } | LibraryError;

/** An entry before a change, and who changed it last. */
export type EntryBefore = IssuedEntry & { modified_at?: string; modified_by_user?: string };

/**
 * Adds each tidied, faultless entry, or changes its description and what is said of its revision where they differ. One that
 * would share another document's file is refused; the rest are saved. A caller that wants all or
 * nothing rolls back.
 */
export async function saveEntries(
  tx: Tx,
  entries: readonly IssuedEntry[],
  change: Change,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const portion of portionsOf(entries)) {
    if (outcomes.length > 0) await setImmediate(); // readers get their turn
    outcomes.push(...(await savePortion(tx, portion, change)));
  }
  return outcomes;
}

/** A document that has a file already; one of this portion has no id yet. */
type Existing = CustomersEntry & EntryBefore & { id: number | null };

async function savePortion(
  tx: Tx,
  entries: readonly IssuedEntry[],
  change: Change,
): Promise<Outcome[]> {
  const customers = await customersOf(tx, entries, change);
  const existing: Map<string, Existing[]> = await documentsByFileKey(tx, entries.map(fileKeyOf));
  const ids = [...existing.values()].flat().flatMap(({ id }) => id ?? []);
  const hasKinds = entries.some((one) => (one.stated_kind ?? one.stated_amends) !== undefined);
  const shown = hasKinds ? await kindsOf(tx, ids) : new Map();
  const added = new Map<string, CustomersEntry>();
  const outcomes: Outcome[] = [];
  const lines: AuditLine[] = [];
  for (const written of entries) {
    const customer = customers.get(customerKey(written.customer));
    if (customer === undefined) throw new Error(`Customer ${written.customer} was not added.`);
    const file_key = fileKeyOf(written);
    const sharing = existing.get(file_key) ?? [];
    const kept = sharing.find((other) => other.customer_id === customer.id);
    const own = { customer: customer.name, customer_id: customer.id };
    const entry = { ...withoutDerived(written, kept, shown), ...own };
    const different = sharing.find((other) => !isSameDocument(other, entry));
    if (different !== undefined) {
      outcomes.push(fileNameTaken(entry, different));
    } else if (kept === undefined) {
      existing.set(file_key, [...sharing, { ...entry, id: null }]);
      added.set(`${entry.customer_id} ${file_key}`, entry);
      outcomes.push('added');
    } else if (isAsWritten(kept, entry) || kept.id === null) {
      outcomes.push('unchanged');
    } else {
      const { doc_desc } = entry;
      const facts = factsOf(entry, kept);
      await changeDocument(tx, kept.id, { doc_desc, ...facts }, change);
      lines.push(documentLine('changed', kept.id, kept, { ...kept, doc_desc, ...facts }));
      outcomes.push({ changedFrom: kept });
    }
  }
  for (const { id, file_key, customer_id } of await addDocuments(tx, [...added.values()], change)) {
    lines.push(documentLine('added', id, null, added.get(`${customer_id} ${file_key}`) ?? null));
  }
  await change.record(lines);
  return outcomes;
}

function isAsWritten(kept: IssuedEntry, written: IssuedEntry): boolean {
  return (
    kept.doc_desc === written.doc_desc &&
    revisionFacts.every(
      (fact) => written[fact] === undefined || written[fact] === (kept[fact] ?? null),
    )
  );
}

/** The entries' customers by key; those that are new are added. */
export async function customersOf(
  tx: Tx,
  entries: readonly Pick<EntryFields, 'customer'>[],
  change: Change,
): Promise<Map<string, { id: number; name: string }>> {
  const names = new Map(entries.map(({ customer }) => [customerKey(customer), customer]));
  if (names.size === 0) return new Map();
  const added = await tx
    .insertInto('customers')
    .values([...names.values()].map(customerColumns))
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning(['id', 'name'])
    .execute();
  await change.record(added.map(({ id, name }) => customerLine('added', id, null, name)));
  const found = await tx
    .selectFrom('customers')
    .select(['id', 'name', 'name_key'])
    .where('name_key', 'in', [...names.keys()])
    .execute();
  return new Map(found.map((customer) => [customer.name_key, customer]));
}
