import type { Selectable } from 'kysely';
import type { Follower } from '../../changes/feed.ts';
import { portionsOf, selectInPortions } from '../../db/portions.ts';
import type { Schema, Tx } from '../../db/schema.ts';
import { raiseCount } from '../../db/versions.ts';
import { keyText, type StandardKey, standardIdsOf, standardKeyOf } from './keys.ts';
import { nothingSaid, placedBy, placeRevisions, type OrderAndNotice } from './statuses.ts';
import { inPages } from '../../db/pages.ts';

/** Keeps standards, and which revision of its standard each entry is, in step with the catalogue. */
export const standardsFollower: Follower = {
  // With a new rule of order it gets a new name: the next start then orders all standards again, and what a
  // node of the version before orders by its rule is ordered again with the next change.
  name: 'standards 3',
  async follow(tx, pages) {
    for await (const lines of pages) {
      const idsOf = (subject: 'document' | 'standard') =>
        lines.filter((line) => line.subject === subject).map(({ subject_id }) => subject_id);
      await keepInStep(tx, { documentIds: idsOf('document'), standardIds: idsOf('standard') });
    }
  },
  async rebuild(tx) {
    // What was said of standards stays; all else is found again.
    await tx.deleteFrom('revisions').execute();
    await deleteForgotten(tx, null);
    const all = tx.selectFrom('documents').select('id').orderBy('id');
    const pages = inPages(documentsAtOnce, { id: 0 }, ({ id }) => all.where('id', '>', id));
    for await (const documents of pages) {
      await keepInStep(tx, { documentIds: documents.map(({ id }) => id), standardIds: [] });
    }
  },
};

const documentsAtOnce = 500;

type Revision = Selectable<Schema['revisions']>;
type Changed = { documentIds: readonly number[]; standardIds: readonly number[] };

/** Looks at these entries and standards again, and at all other revisions of what they were and are. */
export async function keepInStep(tx: Tx, { documentIds, standardIds }: Changed): Promise<void> {
  if (documentIds.length + standardIds.length === 0) return;
  const documents = await selectInPortions(documentIds, (portion) =>
    documentRows(tx).where('documents.id', 'in', portion),
  );
  const were = await selectInPortions(documentIds, (portion) =>
    revisionRows(tx).where('document_id', 'in', portion),
  );
  const are = await addStandards(tx, documents.map(standardKeyOf));
  const touched = new Set([
    ...standardIds,
    ...were.map(({ standard_id }) => standard_id),
    ...are.values(),
  ]);
  const siblings = await selectInPortions(touched, (portion) =>
    documentRows(tx)
      .innerJoin('revisions', 'revisions.document_id', 'documents.id')
      .where('revisions.standard_id', 'in', portion),
  );
  const all = new Map([...siblings, ...documents].map((document) => [document.id, document]));
  const standards = new Map([...are, ...(await standardIdsOf(tx, siblings.map(standardKeyOf)))]);
  const members = Map.groupBy(all.values(), (document) =>
    standards.get(keyText(standardKeyOf(document))),
  );
  const wanted = await placed(tx, touched, members);
  await writeRevisions(tx, touched, were, wanted, all);
  await deleteForgotten(
    tx,
    [...touched].filter((id) => !members.has(id)),
  );
}

function documentRows(tx: Tx) {
  return tx
    .selectFrom('documents')
    .select(['documents.id', 'customer_id', 'doc_num', 'language'])
    .select(placedBy);
}

function revisionRows(tx: Tx) {
  return tx.selectFrom('revisions').selectAll();
}

/** The standards with these keys, by keyText; those that are new are added. */
export async function addStandards(
  tx: Tx,
  keys: readonly StandardKey[],
): Promise<Map<string, number>> {
  const known = await standardIdsOf(tx, keys);
  const missing = new Map(
    keys.map((key) => [keyText(key), key] as const).filter(([text]) => !known.has(text)),
  );
  for (const portion of portionsOf([...missing.values()])) {
    const added = await tx
      .insertInto('standards')
      .values(portion)
      .returning(['id', 'customer_id', 'number_key', 'language_key'])
      .execute();
    for (const standard of added) known.set(keyText(standard), standard.id);
  }
  return known;
}

async function placed(
  tx: Tx,
  touched: ReadonlySet<number>,
  members: ReadonlyMap<number | undefined, Parameters<typeof placeRevisions>[0]>,
): Promise<Revision[]> {
  const rows = await selectInPortions(touched, (portion) =>
    tx
      .selectFrom('standards')
      .select(['id', 'settled_order', 'notice_kind', 'notice_revisions'])
      .where('id', 'in', portion)
      .where((where) =>
        where.or([where('settled_order', 'is not', null), where('notice_kind', 'is not', null)]),
      ),
  );
  const said = new Map<number, OrderAndNotice>(rows.map((row) => [row.id, row]));
  return [...touched].flatMap((standard_id) =>
    placeRevisions(members.get(standard_id) ?? [], said.get(standard_id) ?? nothingSaid).map(
      (one) => ({ ...one, standard_id }),
    ),
  );
}

/** Writes what differs, and counts it as a change of the customers whose lists show it. */
async function writeRevisions(
  tx: Tx,
  touched: ReadonlySet<number>,
  were: readonly Revision[],
  wanted: readonly Revision[],
  documents: ReadonlyMap<number, { customer_id: number }>,
): Promise<void> {
  const siblings = await selectInPortions(touched, (portion) =>
    revisionRows(tx).where('standard_id', 'in', portion),
  );
  const kept = new Map([...siblings, ...were].map((row) => [row.document_id, row]));
  const differing = wanted.filter((row) => !isSame(row, kept.get(row.document_id)));
  for (const { document_id } of wanted) kept.delete(document_id);
  for (const portion of portionsOf([...kept.keys()])) {
    await tx.deleteFrom('revisions').where('document_id', 'in', portion).execute();
  }
  for (const portion of portionsOf(differing)) {
    await tx
      .insertInto('revisions')
      .values(portion)
      .onConflict((conflict) =>
        conflict.column('document_id').doUpdateSet((row) => ({
          standard_id: row.ref('excluded.standard_id'),
          place: row.ref('excluded.place'),
          status: row.ref('excluded.status'),
          kind: row.ref('excluded.kind'),
          amends: row.ref('excluded.amends'),
        })),
      )
      .execute();
  }
  const customers = differing.flatMap(
    ({ document_id }) => documents.get(document_id)?.customer_id ?? [],
  );
  await countAsChanged(tx, new Set(customers));
}

function isSame(a: Revision, b: Revision | undefined): boolean {
  return fields.every((field) => a[field] === b?.[field]);
}

const fields = ['standard_id', 'place', 'status', 'kind', 'amends'] as const;

/**
 * Counts a change of these customers' lists, as triggers do where an entry itself changes. The catalogue's count is a number
 * that no list had before, on both databases.
 */
async function countAsChanged(tx: Tx, customerIds: ReadonlySet<number>): Promise<void> {
  if (customerIds.size === 0) return;
  const documents_version = await raiseCount(tx, 'catalogue');
  for (const portion of portionsOf([...customerIds])) {
    await tx
      .updateTable('customers')
      .set({ documents_version })
      .where('id', 'in', portion)
      .execute();
  }
}

/** Deletes those of these standards of which nothing is left: no entry, and nothing that was said. */
async function deleteForgotten(tx: Tx, ids: readonly number[] | null): Promise<void> {
  const unsaid = tx
    .deleteFrom('standards')
    .where('notice_kind', 'is', null)
    .where('settled_order', 'is', null);
  if (ids === null) await unsaid.execute();
  for (const portion of portionsOf(ids ?? [])) {
    await unsaid.where('id', 'in', portion).execute();
  }
}
