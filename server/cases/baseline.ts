import type { Tx } from '../db/schema.ts';
import type { StandardKey } from '../catalogue/standards/keys.ts';
import { standardsCases } from './case-rows.ts';

export type Edition = { id: number; doc_rev: string };
export type Baseline = Edition & { isReviewed: boolean };

/**
 * What a new edition is compared with: of the editions before it, newest first, the last one whose review is signed. Where
 * none is, the baseline of the last case, whose changes are still to be reviewed, or the edition before: the last one that
 * was there before the order was unsure, as what came since has waited for a review.
 */
export async function baselineOf(
  tx: Tx,
  key: StandardKey,
  editions: readonly Edition[],
): Promise<Baseline | null> {
  const cases = await standardsCases(tx, key)
    .select(['document_id', 'previous_document_id', 'previous_rev', 'reviewed_on', 'reason'])
    .where('reason', 'in', ['revision', 'order'])
    .orderBy('id')
    .execute();
  const signed = new Set(
    cases.filter(({ reviewed_on }) => reviewed_on !== null).map(({ document_id }) => document_id),
  );
  const reviewed = editions.find(({ id }) => signed.has(id));
  if (reviewed !== undefined) return { ...reviewed, isReviewed: true };
  const last = editions
    .flatMap(({ id }) => cases.find(({ document_id }) => document_id === id) ?? [])
    .find(({ previous_document_id }) => previous_document_id !== null);
  const id = last?.previous_document_id ?? null;
  if (id !== null) return { id, doc_rev: last?.previous_rev ?? '', isReviewed: false };
  const waited = cases.find(({ reason }) => reason === 'order')?.document_id ?? Infinity;
  const before = editions.find((edition) => edition.id < waited) ?? editions[0];
  return before === undefined ? null : { ...before, isReviewed: false };
}
