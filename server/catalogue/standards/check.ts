import type { Db } from '../../db/schema.ts';
import { selectInPortions } from '../../db/portions.ts';
import { keyText, standardKeyOf } from './keys.ts';
import {
  nothingSaid,
  placedBy,
  placeRevisions,
  type OrderAndNotice,
  type Placed,
} from './statuses.ts';
import { countRows } from '../../db/count-rows.ts';

const standardsLookedAt = 1000;

/** The number of standards whose order is unsure. */
export async function countUnsure(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('revisions')
    .select((select) => select.fn.count<number>('standard_id').distinct().as('count'))
    .where('status', '=', 'unsure')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * How many entries are not the revisions that they should be: those that are of no standard, and those
 * of the newest standards that a plain computation places elsewhere.
 */
export async function countMisplaced(db: Db): Promise<number> {
  const unplaced = db
    .selectFrom('documents')
    .leftJoin('revisions', 'revisions.document_id', 'documents.id')
    .where('standard_id', 'is', null);
  const standards = await db
    .selectFrom('standards')
    .select(['id', 'customer_id', 'number_key', 'language_key'])
    .select(['settled_order', 'notice_kind', 'notice_revisions'])
    .orderBy('id', 'desc')
    .limit(standardsLookedAt)
    .execute();
  const said = new Map<string, OrderAndNotice>(standards.map((one) => [keyText(one), one]));
  const rows = await selectInPortions(
    standards.map(({ id }) => id),
    (portion) =>
      db
        .selectFrom('revisions')
        .innerJoin('documents', 'documents.id', 'revisions.document_id')
        .select(['documents.id', 'customer_id', 'doc_num', 'language'])
        .select(placedBy)
        .select(['place', 'status', 'kind', 'amends'])
        .where('standard_id', 'in', portion),
  );
  let misplaced = await countRows(unplaced);
  for (const [key, revisions] of Map.groupBy(rows, (row) => keyText(standardKeyOf(row)))) {
    const stored = new Map(revisions.map((row) => [row.id, inWords(row)]));
    for (const row of placeRevisions(revisions, said.get(key) ?? nothingSaid)) {
      if (stored.get(row.document_id) !== inWords(row)) misplaced += 1;
    }
  }
  return misplaced;
}

function inWords({ place, status, kind, amends }: Omit<Placed, 'document_id'>): string {
  return `${place} ${status} ${kind} ${amends}`;
}
