import type { FoundStandard } from '#contract/search.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import type { Fold, PlacedEntry } from './fold-revisions.ts';
import { checkedEntries, foundEntry } from './found-entries.ts';

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
