import { LibraryError } from '#contract/errors.ts';
import { uploadStatuses } from '#contract/upload-status.ts';
import type { Change } from '../changes/change.ts';
import { portionsOf, selectInPortions } from '../db/portions.ts';
import type { Db, Tx } from '../db/schema.ts';
import type { PackedList } from '../spreadsheet/packed-list.ts';
import { customerKey } from '../catalogue/customers.ts';
import { documentsByFileKey, type CatalogueDocument, fileKeyOf } from '../catalogue/documents.ts';
import { keyText, standardIdsOf, standardKeyOf } from '../catalogue/standards/keys.ts';
import { sayWithdrawn } from '../catalogue/standards/statements.ts';
import type { WritePortion } from '../undo/write-whole.ts';
import type { SheetEntry } from './rows.ts';

// What the column Status says. The library decides which revision is the latest, so only two
// words of it change something: `withdrawn` withdraws the whole standard, and `latest` takes that back.

type Says = 'withdrawn' | 'latest';

/** What rows say of a standard, and the first of these rows. */
type SaidOf = { of: SheetEntry; says: Says };

export type SheetStatuses = {
  /** By `standardOf`. The rows themselves would take 400 MB of a million. */
  said: Map<string, { row: number; says: Says }>;
  /** By row. */
  refused: Map<number, LibraryError>;
  /** Words that the library does not know, each reported once. */
  unknown: { row: number; warning: string }[];
};

/** Of a revision that is withdrawn while its standard is not. */
export const revisionWithdrawn = 'revision withdrawn';

/** Words that change nothing: computed statuses, and states of files in sheets of earlier exports. */
const withoutEffect = new Set<string>([
  '',
  'superseded',
  'draft',
  'unsure',
  'order unsure',
  revisionWithdrawn,
  ...uploadStatuses,
]);

export async function readStatuses(
  entries: PackedList<SheetEntry>,
  isLeftOut: (one: SheetEntry) => boolean,
): Promise<SheetStatuses> {
  const said: SheetStatuses['said'] = new Map();
  const refused = new Map<number, LibraryError>();
  const contradicted = new Set<string>();
  const unknown = new Map<string, { row: number; warning: string }>();
  for await (const some of entries.inPortions()) {
    for (const one of some) {
      if (isLeftOut(one)) continue;
      const word = (one.status ?? '').toLowerCase();
      if (word !== 'withdrawn' && word !== 'latest') {
        if (withoutEffect.has(word) || unknown.has(word)) continue;
        const warning = `The status "${one.status}" has no effect: only withdrawn and latest have one.`;
        unknown.set(word, { row: one.row, warning });
        continue;
      }
      const key = standardOf(one);
      const first = said.get(key);
      if (first === undefined) said.set(key, { row: one.row, says: word });
      else if (first.says !== word) {
        refused.set(one.row, contradiction(one, word, first));
        contradicted.add(key);
      }
    }
  }
  for (const key of contradicted) said.delete(key);
  return { said, refused, unknown: [...unknown.values()] };
}

/** As the sheet names it; its customer may not be there yet. */
function standardOf({ entry }: SheetEntry): string {
  const key = standardKeyOf({ ...entry, customer_id: 0 });
  return `${customerKey(entry.customer)} ${keyText(key)}`;
}

function contradiction(
  { entry }: SheetEntry,
  word: Says,
  { row, says }: { row: number; says: Says },
): LibraryError {
  return new LibraryError(
    'bad_request',
    `The status is ${word} here and ${says} in row ${row}. To withdraw one revision of ${entry.doc_num}, fill "Withdrawn on".`,
  );
}

/** Those of them that change something in the library. */
export async function changingStatuses(
  db: Db,
  entries: PackedList<SheetEntry>,
  said: SheetStatuses['said'],
): Promise<SaidOf[]> {
  if (said.size === 0) return [];
  const ids = await withdrawnIds(db);
  const changing: SaidOf[] = [];
  for await (const some of entries.inPortions()) {
    const here = some.flatMap((of) => {
      const first = said.get(standardOf(of));
      return first?.row === of.row ? { of, says: first.says } : [];
    });
    const withdrawn = await withdrawnStandards(db, here, ids);
    for (const one of here) {
      if (withdrawn.has(standardOf(one.of)) === (one.says === 'latest')) changing.push(one);
    }
  }
  return changing;
}

async function withdrawnIds(db: Db): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('standards')
    .select('id')
    .where('notice_kind', 'in', ['withdrawn', 'replaced'])
    .where('notice_revisions', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function withdrawnStandards(
  db: Db,
  said: readonly SaidOf[],
  ids: ReadonlySet<number>,
): Promise<Set<string>> {
  if (ids.size === 0) return new Set();
  const customers = await selectInPortions(
    said.map(({ of }) => customerKey(of.entry.customer)),
    (portion) =>
      db.selectFrom('customers').select(['id', 'name_key']).where('name_key', 'in', portion),
  );
  const customerIds = new Map(customers.map(({ id, name_key }) => [name_key, id]));
  const withdrawn = new Set<string>();
  for (const portion of portionsOf(said)) {
    const keyed = portion.flatMap(({ of }) => {
      const customer_id = customerIds.get(customerKey(of.entry.customer));
      return customer_id === undefined
        ? []
        : [{ of, key: standardKeyOf({ ...of.entry, customer_id }) }];
    });
    const found = await standardIdsOf(
      db,
      keyed.map(({ key }) => key),
    );
    for (const { of, key } of keyed) {
      if (ids.has(found.get(keyText(key)) ?? 0)) withdrawn.add(standardOf(of));
    }
  }
  return withdrawn;
}

export function warningOfStatus({ of: { entry }, says }: SaidOf): string {
  return says === 'withdrawn'
    ? `This row withdraws ${entry.doc_num} with all its revisions.`
    : `This row ends the withdrawal of ${entry.doc_num}.`;
}

const standardsAtOnce = 500;

/** Written after the entries, which may be new. */
export function portionsOfStatuses(said: readonly SaidOf[]): WritePortion[] {
  return portionsOf(said, standardsAtOnce).map((some) => ({
    rows: 0, // they were counted with the entries
    write: async (tx, change) => {
      await sayStatuses(tx, some, change);
      return false;
    },
  }));
}

async function sayStatuses(tx: Tx, said: readonly SaidOf[], change: Change): Promise<void> {
  const documents = await documentsByFileKey(
    tx,
    said.map(({ of }) => fileKeyOf(of.entry)),
  );
  for (const { of, says } of said) {
    const document = documents
      .get(fileKeyOf(of.entry))
      ?.find(
        (other: CatalogueDocument) =>
          customerKey(other.customer) === customerKey(of.entry.customer),
      );
    // While a large sheet is only checked, its new entries are not there.
    if (document !== undefined) await sayWithdrawn(tx, document, says === 'withdrawn', change);
  }
}
