// No schema here: the web imports it whole.

export const revisionStatuses = ['latest', 'superseded', 'draft', 'withdrawn', 'unsure'] as const;
export type RevisionStatus = (typeof revisionStatuses)[number];

/**
 * What a revision is to the others of its standard. An edition replaces the one before it, and so does *instead*, a
 * base with its changes worked in (`2019+A1:2021`). *Beside* is valid with its base (`2019/Amd 1:2021`).
 * *Reaffirmed* is the text of its base once more (`2004 (R2009)`).
 */
export const revisionKinds = ['edition', 'draft', 'beside', 'instead', 'reaffirmed'] as const;
export type RevisionKind = (typeof revisionKinds)[number];

/** Whether a revision of this kind is in the order of editions, each of which replaces the one before it. */
export function isOrdered(kind: RevisionKind): boolean {
  return kind === 'edition' || kind === 'instead';
}

/** Whether a revision of this kind has the whole text of the standard. */
export function isWholeText(kind: RevisionKind): boolean {
  return isOrdered(kind) || kind === 'reaffirmed';
}

/** What an order of revisions comes from: their names, a librarian, or only when each was added. */
export const orderBases = ['names', 'librarian', 'added'] as const;
export type OrderBasis = (typeof orderBases)[number];

/** As people read them. */
export const revisionStatusNames: Record<RevisionStatus, string> = {
  latest: 'Latest',
  superseded: 'Superseded',
  draft: 'Draft',
  withdrawn: 'Withdrawn',
  unsure: 'Order unsure',
};
