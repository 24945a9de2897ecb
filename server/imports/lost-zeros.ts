import type { EntryFields } from '#contract/entry.ts';
import { portionsOf } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import type { PackedList } from '../spreadsheet/packed-list.ts';
import { customerKey } from '../catalogue/customers.ts';
import { looseText } from '../catalogue/loose-number.ts';
import type { SheetEntry } from './rows.ts';

// Excel takes 00123 for 123, and revision 1.10 for 1.1. A new entry that differs from one of the
// library in nothing but such zeros is most likely that one.

const mostZeros = 6;

/** New entries that the library has with more zeros, in words by row. */
export async function findLostZeros(
  db: Db,
  entries: PackedList<SheetEntry>,
  isAdded: (one: SheetEntry) => boolean,
): Promise<Map<number, string>> {
  const alike: Alike[] = [];
  for await (const some of entries.inPortions()) {
    const numeric = some.filter(
      (one) => isAdded(one) && [one.entry.doc_num, one.entry.doc_rev].some(isQuantity),
    );
    for (const portion of portionsOf(numeric)) alike.push(...(await findAlike(db, portion)));
  }
  // What the sheet itself has with its zeros has not lost them.
  const wanted = new Set(alike.map(({ key }) => key));
  const kept = new Set<string>();
  for (const { entry } of wanted.size === 0 ? [] : entries) {
    for (const key of [numberKey(entry), revisionKey(entry)]) if (wanted.has(key)) kept.add(key);
  }
  const lost = alike.filter(({ key }) => !kept.has(key)).toReversed(); // the first one counts
  return new Map(lost.map(({ row, warning }) => [row, warning]));
}

/** A new entry that a document differs from by zeros only; `key`: what the sheet has if that is meant. */
type Alike = { row: number; key: string; warning: string };

async function findAlike(db: Db, portion: readonly SheetEntry[]): Promise<Alike[]> {
  const numbers = new Set(portion.flatMap(({ entry }) => spellingsOf(entry.doc_num)));
  const others = await documentsLike(db, [...numbers]);
  const byNumber = Map.groupBy(others, ({ doc_num }) => looseText(doc_num));
  return portion.flatMap(({ row, entry }) =>
    spellingsOf(entry.doc_num)
      .flatMap((number) => byNumber.get(number) ?? [])
      .flatMap((document) => {
        if (customerKey(entry.customer) !== customerKey(document.customer)) return [];
        const warning = zerosLost(entry, document);
        if (warning === null) return [];
        const isNumberKept = entry.doc_num === document.doc_num;
        return [{ row, warning, key: isNumberKept ? revisionKey(document) : numberKey(document) }];
      }),
  );
}

/** What an entry lost on its way through a spreadsheet, in words; null when it kept its zeros. */
export function zerosLost(now: EntryFields, before: EntryFields): string | null {
  if (hasLostZeros(now.doc_num, before.doc_num)) {
    return `The standard number ${now.doc_num} is ${before.doc_num} in the library: Excel drops zeros.`;
  }
  if (now.doc_num !== before.doc_num || now.language !== before.language) return null;
  if (!hasLostZeros(now.doc_rev, before.doc_rev)) return null;
  return `The revision ${now.doc_rev} is ${before.doc_rev} in the library: Excel drops zeros.`;
}

function documentsLike(db: Db, numbers: readonly string[]) {
  return db
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select(['customers.name as customer', 'doc_num', 'doc_desc', 'language', 'doc_rev'])
    .where('loose_num', 'in', numbers)
    .orderBy('documents.id')
    .execute();
}

function spellingsOf(doc_num: string): string[] {
  const loose = looseText(doc_num);
  if (!isQuantity(doc_num)) return [loose];
  const before = Array.from({ length: mostZeros }, (_, zeros) => '0'.repeat(zeros + 1) + loose);
  return [loose, ...before, ...(doc_num.includes('.') ? [`${loose}0`, `${loose}00`] : [])];
}

function hasLostZeros(now: string, before: string): boolean {
  if (now === before || !isQuantity(now) || !isQuantity(before)) return false;
  return now === withoutZeros(before);
}

const isQuantity = (text: string): boolean => /^\d+(\.\d+)?$/.test(text);

function withoutZeros(text: string): string {
  const [whole = '', decimals = ''] = text.split('.');
  const rest = decimals.replace(/0+$/, '');
  return whole.replace(/^0+(?=\d)/, '') + (rest === '' ? '' : `.${rest}`);
}

function numberKey({ customer, doc_num }: EntryFields): string {
  return JSON.stringify([customerKey(customer), doc_num]);
}

function revisionKey({ customer, doc_num, language, doc_rev }: EntryFields): string {
  return JSON.stringify([customerKey(customer), doc_num, language, doc_rev]);
}
