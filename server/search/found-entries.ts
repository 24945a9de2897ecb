import type { FoundEntry, FoundStandard } from '#contract/search.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import { entriesWithFile, isOpenToReaders } from '../matching/entry-files.ts';
import type { Fold, PlacedEntry } from './fold-revisions.ts';

/** An entry as the library has it now, whatever the index says. */
export type CheckedEntry = FoundEntry & {
  /** The content of the PDF that readers get, once that was read. */
  hash: string | null;
  /** It was read, and is not damaged or protected. */
  isReadable: boolean;
};

/** The entries that are still there, by id. */
export async function checkedEntries(
  db: Db,
  ids: Iterable<number>,
): Promise<Map<number, CheckedEntry>> {
  const rows = await selectInPortions(ids, (portion) =>
    entriesWithFile(db)
      .innerJoin('customers', 'customers.id', 'documents.customer_id')
      .leftJoin('revisions', 'revisions.document_id', 'documents.id')
      .leftJoin('documents as base', 'base.id', 'revisions.amends')
      .leftJoin('contents', 'contents.hash', 'files.hash')
      .select(['standard_id', 'kind', 'base.doc_rev as base'])
      .select(['documents.id', 'customers.name as customer', 'documents.doc_num'])
      .select(['documents.doc_desc', 'documents.language', 'documents.doc_rev', 'status'])
      .select(['settled_at', 'verdict', 'contents.hash', 'state'])
      .where('documents.id', 'in', portion),
  );
  const inForce = rows.filter(({ status, kind }) => status === 'latest' && kind !== 'beside');
  const beside = await amendmentsOf(
    db,
    inForce.flatMap(({ standard_id }) => standard_id ?? []),
  );
  const isInForce = new Set(inForce);
  return new Map(
    rows.map((row) => {
      const { id, settled_at, verdict, hash, state, standard_id, kind, base, ...fields } = row;
      const has_file = isOpenToReaders({ settled_at, verdict });
      const status = row.status ?? 'unsure';
      const amends = kind === 'beside' ? base : null;
      const with_it = isInForce.has(row) ? (beside.get(standard_id ?? 0) ?? []) : [];
      const entry = { ...fields, status, amends, beside: with_it, has_file };
      return [id, { ...entry, hash: has_file ? hash : null, isReadable: state === 'readable' }];
    }),
  );
}

/** What amends the latest editions of these standards, by standard. */
async function amendmentsOf(db: Db, standardIds: readonly number[]) {
  const rows = await selectInPortions(standardIds, (portion) =>
    db
      .selectFrom('revisions')
      .innerJoin('documents', 'documents.id', 'document_id')
      .select(['standard_id', 'doc_num', 'language', 'doc_rev'])
      .where('standard_id', 'in', portion)
      .where('kind', '=', 'beside')
      .where('status', '=', 'latest')
      .orderBy('doc_rev'),
  );
  const byStandard = Map.groupBy(rows, ({ standard_id }) => standard_id);
  return new Map(
    [...byStandard].map(([id, all]) => [id, all.map(({ standard_id: _id, ...one }) => one)]),
  );
}

/** The entry as it goes to the reader. */
export function foundEntry({ hash: _hash, isReadable: _is, ...entry }: CheckedEntry): FoundEntry {
  return entry;
}

/** Nobody looks through more of one number. */
const mostOthers = 50;

/** The standards as they go to the reader; without entries that are gone. */
export async function foundStandards(db: Db, folds: readonly Fold[]): Promise<FoundStandard[]> {
  const latest = await latestOf(
    db,
    folds.map(({ head }) => head),
  );
  const ids = folds.flatMap(({ head, others }) => [head, ...others]).map(({ id }) => id);
  const entries = await checkedEntries(db, new Set([...ids, ...latest.values()]));
  const entryOf = (id: number | undefined) => {
    const entry = id === undefined ? undefined : entries.get(id);
    return entry === undefined ? [] : [foundEntry(entry)];
  };
  return folds.flatMap(({ head, others }) => {
    const newest = latest.get(head.id);
    const rest = others.filter(({ id }) => id !== newest).slice(0, mostOthers);
    return entryOf(head.id).map((entry) => ({
      ...entry,
      others: rest.flatMap(({ id }) => entryOf(id)),
      latest: entryOf(newest)[0] ?? null,
    }));
  });
}

/** By the ids of entries that are not the latest of their standard: which one is. */
export async function latestOf(
  db: Db,
  entries: readonly PlacedEntry[],
): Promise<Map<number, number>> {
  const older = entries.filter(isOlder);
  const rows = await selectInPortions(
    older.flatMap(({ standard_id }) => standard_id ?? []),
    (portion) =>
      db
        .selectFrom('revisions')
        .select(['standard_id', 'document_id'])
        .where('standard_id', 'in', portion)
        .where('place', '=', 0)
        .where('kind', '<>', 'beside')
        .orderBy('document_id'),
  );
  const newest = new Map(rows.map((row) => [row.standard_id, row.document_id]));
  return new Map(
    older.flatMap(({ id, standard_id }) => {
      const document_id = newest.get(standard_id ?? 0);
      return document_id === undefined ? [] : [[id, document_id] as const];
    }),
  );
}

function isOlder({ status, place }: PlacedEntry): boolean {
  return status !== 'unsure' && (place ?? 0) > 0;
}
