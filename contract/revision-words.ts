// No schema here: the web imports it whole.

export const revisionStatuses = ['latest', 'superseded', 'withdrawn', 'unsure'] as const;
export type RevisionStatus = (typeof revisionStatuses)[number];

/** What an order of revisions comes from: their names, a librarian, or only when each was added. */
export const orderBases = ['names', 'librarian', 'added'] as const;
export type OrderBasis = (typeof orderBases)[number];

/** As people read them. */
export const revisionStatusNames: Record<RevisionStatus, string> = {
  latest: 'Latest',
  superseded: 'Superseded',
  withdrawn: 'Withdrawn',
  unsure: 'Order unsure',
};
