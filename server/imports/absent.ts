import type { AbsentRow, ImportReport } from '#contract/importing.ts';
import { mostRowsAtOnce } from '#contract/calls.ts';
import type { Db } from '../db/schema.ts';
import { selectInPortions } from '../db/portions.ts';
import { customerKey } from '../catalogue/customers.ts';
import { documentRowsInOrder, fileKeyOf } from '../catalogue/documents.ts';
import type { SheetEntries } from './rows.ts';

/** What the library has of the sheet's customers, and the sheet has not. As many are listed as one call deletes. */
export async function absentFromSheet(
  db: Db,
  { entries, named }: SheetEntries,
): Promise<Pick<ImportReport, 'absent' | 'absent_count' | 'absent_customers'>> {
  const ids = new Set<number>();
  const inSheet = new Map<string, Set<string>>();
  for await (const some of allOf(entries, named)) {
    for (const { entry, id } of some) {
      const key = customerKey(entry.customer);
      const keys = inSheet.get(key) ?? new Set();
      inSheet.set(key, keys.add(fileKeyOf(entry)));
      if (id !== null) ids.add(id);
    }
  }

  const absent: AbsentRow[] = [];
  const absent_customers: ImportReport['absent_customers'] = [];
  for (const customer of await customersByKey(db, inSheet.keys())) {
    const keys = inSheet.get(customer.name_key) ?? new Set();
    const count = { customer: customer.name, absent: 0, entries: 0 };
    for await (const rows of documentRowsInOrder(db, customer.id)) {
      count.entries += rows.length;
      for (const row of rows) {
        if (ids.has(row.id) || keys.has(fileKeyOf(row))) continue;
        count.absent += 1;
        const { id, version, doc_num, doc_desc, language, doc_rev } = row;
        const fields = { customer: customer.name, doc_num, doc_desc, language, doc_rev };
        if (absent.length < mostRowsAtOnce) absent.push({ id, version, ...fields });
      }
    }
    if (count.absent > 0) absent_customers.push(count);
  }
  const absent_count = absent_customers.reduce((sum, one) => sum + one.absent, 0);
  return { absent, absent_count, absent_customers };
}

async function* allOf(
  entries: SheetEntries['entries'],
  named: SheetEntries['named'],
): AsyncGenerator<SheetEntries['named']> {
  yield named;
  yield* entries.inPortions();
}

function customersByKey(db: Db, keys: Iterable<string>) {
  return selectInPortions(keys, (portion) =>
    db
      .selectFrom('customers')
      .select(['id', 'name', 'name_key'])
      .where('name_key', 'in', portion)
      .orderBy('sort_key')
      .orderBy('id'),
  );
}
