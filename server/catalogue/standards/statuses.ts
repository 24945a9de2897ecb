import type { RevisionKind, RevisionStatus } from '#contract/revision-words.ts';
import type { NoticeKind } from '#contract/revisions.ts';
import { placeSeries } from '../../revisions/in-force.ts';

/** What librarians said of a standard that its revisions depend on. */
export type OrderAndNotice = { settled_order: string | null; notice_kind: NoticeKind | null };

export const nothingSaid: OrderAndNotice = { settled_order: null, notice_kind: null };

export type Placed = {
  document_id: number;
  place: number;
  status: RevisionStatus;
  kind: RevisionKind;
  amends: number | null;
};

/** Where each revision of one standard stands. */
export function placeRevisions(
  revisions: readonly { id: number; doc_rev: string; issued_on: string | null }[],
  said: OrderAndNotice,
): Placed[] {
  const isWithdrawn = said.notice_kind === 'withdrawn' || said.notice_kind === 'replaced';
  return placeSeries(revisions, chosenOrder(said)).placed.map(
    ({ revision, place, kind, status, amends }) => ({
      document_id: revision.id,
      place,
      kind,
      status: isWithdrawn ? 'withdrawn' : status,
      amends: amends?.id ?? null,
    }),
  );
}

/** The JSON is our own, written by statements.ts. */
export function chosenOrder({
  settled_order,
}: Pick<OrderAndNotice, 'settled_order'>): string[] | null {
  return settled_order === null ? null : (JSON.parse(settled_order) as string[]);
}
