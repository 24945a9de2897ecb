import type { RevisionStatus } from '#contract/revision-words.ts';
import type { NoticeKind } from '#contract/revisions.ts';
import { orderRevisions } from '../../revisions/order.ts';

/** What librarians said of a standard that its revisions depend on. */
export type OrderAndNotice = { settled_order: string | null; notice_kind: NoticeKind | null };

export const nothingSaid: OrderAndNotice = { settled_order: null, notice_kind: null };

export type Placed = { document_id: number; place: number; status: RevisionStatus };

/** The place and the status of each revision of one standard. */
export function placeRevisions(
  revisions: readonly { id: number; doc_rev: string; issued_on: string | null }[],
  said: OrderAndNotice,
): Placed[] {
  const { newestFirst, places, isSure } = orderRevisions(revisions, chosenOrder(said));
  return newestFirst.map(({ id }, at) => {
    const place = places[at] ?? at;
    return { document_id: id, place, status: statusAt(place, isSure, said) };
  });
}

function statusAt(place: number, isSure: boolean, { notice_kind }: OrderAndNotice): RevisionStatus {
  if (notice_kind === 'withdrawn' || notice_kind === 'replaced') return 'withdrawn';
  if (!isSure) return 'unsure';
  return place === 0 ? 'latest' : 'superseded';
}

/** The JSON is our own, written by statements.ts. */
export function chosenOrder({
  settled_order,
}: Pick<OrderAndNotice, 'settled_order'>): string[] | null {
  return settled_order === null ? null : (JSON.parse(settled_order) as string[]);
}
