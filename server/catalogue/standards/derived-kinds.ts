import type { RevisionFacts, RevisionKind, RevisionStatus } from '#contract/revision-words.ts';
import type { NoticeKind } from '#contract/revisions.ts';
import { selectInPortions } from '../../db/portions.ts';
import type { Db } from '../../db/schema.ts';
import { readKind } from '../../revisions/kinds.ts';
import type { IssuedEntry } from '../documents.ts';

type Notice = { notice_kind: NoticeKind | null; notice_revisions: string | null };
type Derived = { kind: RevisionKind; amends: string | null };

/** What the library shows as kind, base and status of these entries, and the notice of their standards; by id. */
export async function kindsOf(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Derived & { status: RevisionStatus } & Notice>> {
  const rows = await selectInPortions(ids, (portion) =>
    db
      .selectFrom('revisions')
      .leftJoin('documents as base', 'base.id', 'amends')
      .innerJoin('standards', 'standards.id', 'standard_id')
      .select(['document_id', 'kind', 'status', 'base.doc_rev as amends'])
      .select(['notice_kind', 'notice_revisions'])
      .where('document_id', 'in', portion),
  );
  return new Map(rows.map(({ document_id, ...row }) => [document_id, row]));
}

/** A sheet has all kinds and bases, as an export writes them. Those that are shown already are not said again. */
export function withoutDerived<E extends IssuedEntry>(
  entry: E,
  kept: (Partial<RevisionFacts> & { id: number | null }) | undefined,
  shown: ReadonlyMap<number, Derived>,
): E {
  if (entry.stated_kind === undefined && entry.stated_amends === undefined) return entry;
  const label = readKind(entry.doc_rev);
  const { kind, amends } = shown.get(kept?.id ?? 0) ?? {
    kind: label.kind,
    amends: 'base' in label ? label.base : null,
  };
  const said = { ...entry };
  if (said.stated_kind === kind) said.stated_kind = kept?.stated_kind ?? null;
  if (said.stated_amends === amends) said.stated_amends = kept?.stated_amends ?? null;
  return said;
}
