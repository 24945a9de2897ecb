// No schema here: the web imports it whole.

export const revisionStatuses = ['latest', 'superseded', 'withdrawn', 'unsure'] as const;
export type RevisionStatus = (typeof revisionStatuses)[number];

/** As people read them. */
export const revisionStatusNames: Record<RevisionStatus, string> = {
  latest: 'Latest',
  superseded: 'Superseded',
  withdrawn: 'Withdrawn',
  unsure: 'Order unsure',
};
