import type { RevisionKind, RevisionStatus } from '#contract/revision-words.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import { wordsOf } from './quick-open/label.ts';

/** An entry that was found, and its place among the revisions of its standard. */
export type PlacedEntry = {
  id: number;
  customer_id: number;
  doc_num: string;
  loose_num: string;
  language: string | null;
  doc_rev: string;
  standard_id: number | null;
  place: number | null;
  status: RevisionStatus | null;
  kind: RevisionKind | null;
};

/** An entry, and the other revisions of its standard that were found, newest first. */
export type Fold = { head: PlacedEntry; others: PlacedEntry[] };

/** Of these entries those that are still there, in the same order. */
export async function placedEntries(db: Db, ids: readonly number[]): Promise<PlacedEntry[]> {
  const rows = await selectInPortions(ids, (portion) =>
    db
      .selectFrom('documents')
      .leftJoin('revisions', 'revisions.document_id', 'documents.id')
      .select(['id', 'customer_id', 'doc_num', 'loose_num', 'language', 'doc_rev'])
      .select(['standard_id', 'place', 'status', 'kind'])
      .where('id', 'in', portion),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Each standard once, where its best revision was found. The newest of its revisions that were found is
 * the head, unless another one is wanted. Where the order is unsure, no revision is below another.
 */
export function foldRevisions(
  found: readonly PlacedEntry[],
  isWanted: (entry: PlacedEntry) => boolean = () => false,
): Fold[] {
  const standards = Map.groupBy(found, keyOf);
  return [...standards.values()].flatMap((entries): Fold[] => {
    if (entries.some(({ status }) => status === 'unsure' || status === null)) {
      return entries.map((head) => ({ head, others: [] }));
    }
    const newestFirst = entries.toSorted(
      (a, b) => (a.place ?? 0) - (b.place ?? 0) || besideLast(a) - besideLast(b) || b.id - a.id,
    );
    const head = (entries.length > 1 && newestFirst.find(isWanted)) || newestFirst[0];
    if (head === undefined) return [];
    return [{ head, others: newestFirst.filter((entry) => entry !== head) }];
  });
}

function besideLast({ kind }: PlacedEntry): number {
  return kind === 'beside' ? 1 : 0;
}

function keyOf({ id, standard_id }: PlacedEntry): string {
  return standard_id === null ? `entry ${id}` : `standard ${standard_id}`;
}

/** Whether a query names this revision beside its number: `nv 50180 9`, `NV 50180_EN_9.pdf`. */
export function namesRevision(q: string): (entry: PlacedEntry) => boolean {
  const typed = wordsOf(q);
  return ({ doc_num, doc_rev }) => {
    const rest = [...typed];
    for (const word of wordsOf(doc_num)) {
      const at = rest.indexOf(word);
      if (at >= 0) rest.splice(at, 1);
    }
    const revision = wordsOf(doc_rev);
    return revision.length > 0 && revision.every((word) => rest.includes(word));
  };
}

/** Of one number in several languages first the one that was typed, then the one that was read last. */
export function inReadersOrder(
  folds: readonly Fold[],
  q: string,
  readLast: readonly (string | null)[],
): Fold[] {
  const typed = wordsOf(q);
  const read = readLast.map(languageKey);
  const rank = ({ head: { language } }: Fold) => {
    if (wordsOf(language ?? '').some((word) => typed.includes(word))) return -1;
    const at = read.indexOf(languageKey(language));
    return at < 0 ? Infinity : at;
  };
  const ordered = [...folds];
  for (const places of Map.groupBy(folds.keys(), (at) => numberOf(folds[at])).values()) {
    const sorted = places.flatMap((at) => folds[at] ?? []).toSorted((a, b) => by(rank(a), rank(b)));
    for (const [at, fold] of sorted.entries()) ordered[places[at] ?? 0] = fold;
  }
  return ordered;
}

function numberOf(fold: Fold | undefined): string {
  return `${fold?.head.customer_id} ${fold?.head.loose_num}`;
}

function languageKey(language: string | null): string {
  return (language ?? '').toLowerCase();
}

function by(a: number, b: number): number {
  return a === b ? 0 : a - b; // of two infinite ones the difference is no number
}
