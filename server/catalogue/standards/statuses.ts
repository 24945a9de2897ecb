import type { RevisionKind, RevisionStatus } from '#contract/revision-words.ts';
import type { NoticeKind } from '#contract/revisions.ts';
import { placeSeries, type RevisionSaid } from '../../revisions/in-force.ts';

/** What librarians said of a standard that its revisions depend on. */
export type OrderAndNotice = {
  settled_order: string | null;
  notice_kind: NoticeKind | null;
  notice_revisions: string | null;
};

export const nothingSaid: OrderAndNotice = {
  settled_order: null,
  notice_kind: null,
  notice_revisions: null,
};

export type Placed = {
  document_id: number;
  place: number;
  status: RevisionStatus;
  kind: RevisionKind;
  amends: number | null;
};

/** The columns of an entry that decide its place. */
export const placedBy = [
  'doc_rev',
  'issued_on',
  'stated_kind',
  'stated_amends',
  'withdrawn_on',
] as const;
type PlacedBy = { id: number; doc_rev: string; issued_on: string | null } & RevisionSaid;

/** Where each revision of one standard stands. */
export function placeRevisions(revisions: readonly PlacedBy[], said: OrderAndNotice): Placed[] {
  return placeSeries(asNoticed(revisions, said), chosenOrder(said)).placed.map(
    ({ revision, place, kind, status, amends }) => ({
      document_id: revision.id,
      place,
      kind,
      status: isWholeWithdrawn(said) ? 'withdrawn' : status,
      amends: amends?.id ?? null,
    }),
  );
}

/** Whether all revisions of a standard are withdrawn or replaced, also those to come. */
export function isWholeWithdrawn(said: Omit<OrderAndNotice, 'settled_order'>): boolean {
  return isEnding(said.notice_kind) && said.notice_revisions === null;
}

export function isEnding(kind: unknown): kind is 'withdrawn' | 'replaced' {
  return kind === 'withdrawn' || kind === 'replaced';
}

/** The revisions with those withdrawn that a notice ends; the others stay in force. */
export function asNoticed<R extends { doc_rev: string; withdrawn_on: string | null }>(
  revisions: readonly R[],
  said: OrderAndNotice,
): R[] {
  const ended = new Set(isEnding(said.notice_kind) ? noticedRevisions(said) : null);
  return revisions.map((one) =>
    ended.has(one.doc_rev) ? { ...one, withdrawn_on: one.withdrawn_on ?? 'by a notice' } : one,
  );
}

/** Null: the notice is about all. */
export function noticedRevisions({
  notice_revisions,
}: Pick<OrderAndNotice, 'notice_revisions'>): string[] | null {
  return notice_revisions === null ? null : (JSON.parse(notice_revisions) as string[]);
}

/** The JSON is our own, written by statements.ts. */
export function chosenOrder({
  settled_order,
}: Pick<OrderAndNotice, 'settled_order'>): string[] | null {
  return settled_order === null ? null : (JSON.parse(settled_order) as string[]);
}
