import { setImmediate } from 'node:timers/promises';
import { LibraryError } from '#contract/errors.ts';
import type { Change } from '../changes/change.ts';
import type { Db, Tx } from '../db/schema.ts';
import type { PackedList } from '../spreadsheet/packed-list.ts';
import { customerKey } from '../catalogue/customers.ts';
import {
  changeDocument,
  type CustomersEntry,
  describeDocument,
  documentLine,
  type CatalogueDocument,
  documentsById,
  entryColumns,
  factsOf,
  isSameDocument,
  refusalOf,
} from '../catalogue/documents.ts';
import { customersOf, type Outcome } from '../catalogue/entries.ts';
import { kindsOf, withoutDerived } from '../catalogue/standards/derived-kinds.ts';
import type { SheetEntry } from './rows.ts';

/** An entry that the sheet names by its id, and gives another customer, number, language or revision. */
type Renaming = { of: SheetEntry; before: CatalogueDocument };

/** What the ids of a sheet say, before anything is changed; refusals by row. */
export type ById = { renamings: Renaming[]; refused: Map<number, LibraryError> };

/**
 * Rows whose id is of an entry with another identity, and rows whose id cannot be meant. The others
 * need no id: they name their entry by its identity.
 */
export async function readIds(
  db: Db,
  entries: PackedList<SheetEntry>,
  isLeftOut: (one: SheetEntry) => boolean,
): Promise<ById> {
  const renamings: Renaming[] = [];
  const refused = new Map<number, LibraryError>();
  for await (const some of entries.inPortions()) {
    const portion = some.filter((one) => one.id !== null && !isLeftOut(one));
    const known = await documentsById(
      db,
      portion.map(({ id }) => id ?? 0),
    );
    for (const of of portion) {
      const before = known.get(of.id ?? 0);
      const refusal = refusalOfId(of, before);
      if (refusal !== null) refused.set(of.row, refusal);
      else if (before !== undefined && !isNamedBy(of, before)) renamings.push({ of, before });
    }
  }
  return { renamings, refused };
}

function isNamedBy({ entry }: SheetEntry, document: CatalogueDocument): boolean {
  return isSameDocument(entry, document) && isSameCustomer(entry, document);
}

function refusalOfId({ id, entry }: SheetEntry, known: CatalogueDocument | undefined) {
  if (known === undefined) {
    return new LibraryError(
      'not_found',
      `The entry with the id ${id} was deleted. Clear the id to add the row as a new entry.`,
    );
  }
  // With another customer and another number nothing speaks for its being the same entry.
  if (isSameCustomer(entry, known) || entry.doc_num === known.doc_num) return null;
  return new LibraryError(
    'bad_request',
    `The id ${id} belongs to ${describeDocument(known)} of ${known.customer}. Clear the id to add this row as a new entry.`,
  );
}

function isSameCustomer(a: { customer: string }, b: { customer: string }): boolean {
  return customerKey(a.customer) === customerKey(b.customer);
}

/**
 * Gives entries the identities that the sheet has for them. One that takes the place of another that
 * moves on, too, waits for it; what is still in the way at the end is refused.
 */
export async function renameEntries(
  tx: Tx,
  renamings: readonly Renaming[],
  change: Change,
): Promise<Map<SheetEntry, Outcome>> {
  const outcomes = new Map<SheetEntry, Outcome>();
  const customers = await customersOf(
    tx,
    renamings.map(({ of }) => of.entry),
    change,
  );
  const shown = await kindsOf(
    tx,
    renamings.map(({ before }) => before.id),
  );
  let waiting = renamings.map(({ of, before }) => {
    const customer = customers.get(customerKey(of.entry.customer));
    if (customer === undefined) throw new Error(`Customer ${of.entry.customer} was not added.`);
    const facts = factsOf(withoutDerived(of.entry, before, shown), before);
    const after = { ...of.entry, ...facts, customer: customer.name, customer_id: customer.id };
    return { of, before, after };
  });
  for (let progress = true; progress && waiting.length > 0;) {
    progress = false;
    const stillWaiting: typeof waiting = [];
    // Revisions that all move up by one are free from the last to the first.
    for (const [index, one] of waiting.toReversed().entries()) {
      if (index % 50 === 49) await setImmediate();
      const refusal = await refusalOf(tx, one.after, one.before.id);
      outcomes.set(one.of, refusal ?? { changedFrom: one.before });
      if (refusal !== null) {
        stillWaiting.push(one);
        continue;
      }
      await rename(tx, one.before, one.after, change);
      progress = true;
    }
    waiting = stillWaiting;
  }
  return outcomes;
}

async function rename(
  tx: Tx,
  before: CatalogueDocument,
  after: CustomersEntry,
  change: Change,
): Promise<void> {
  await changeDocument(tx, before.id, entryColumns(after), change);
  await change.record([documentLine('changed', before.id, before, after)]);
}
