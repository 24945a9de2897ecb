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

/** The days that librarians say of a revision. */
export const revisionDays = {
  issued_on: 'Issued',
  valid_from: 'Valid from',
  usable_until: 'Usable until',
  confirmed_on: 'Confirmed on',
  withdrawn_on: 'Withdrawn on',
} as const;
export type RevisionDay = keyof typeof revisionDays;

/** All that librarians say of a revision; kind and base only where its label does not say them. */
export const revisionFacts = [
  ...(Object.keys(revisionDays) as RevisionDay[]),
  'stated_kind',
  'stated_amends',
  'reason',
] as const;
export type RevisionFacts = Record<(typeof revisionFacts)[number], string | null> & {
  stated_kind: RevisionKind | null;
};

/** Whether a revision of this kind is in the order of editions, each of which replaces the one before it. */
export function isOrdered(kind: RevisionKind): boolean {
  return orderedKinds.some((one) => one === kind);
}
export const orderedKinds = ['edition', 'instead'] as const;

/** Whether a revision of this kind has the whole text of the standard. */
export function isWholeText(kind: RevisionKind): boolean {
  return isOrdered(kind) || kind === 'reaffirmed';
}

/** What follows the base in the label of an amendment: `Amd 1:2021` of `2015/Amd 1:2021`. */
export function besideName(doc_rev: string, base: string): string {
  const rest = doc_rev.startsWith(base) ? doc_rev.slice(base.length) : '';
  return /^[\s/,;:+-]/.test(rest) ? rest.replace(/^[\s/,;:+-]+/, '') || doc_rev : doc_rev;
}

/** What an order of revisions comes from: their names, a librarian, or only when each was added. */
export const orderBases = ['names', 'librarian', 'added'] as const;
export type OrderBasis = (typeof orderBases)[number];

/** As people read them. */
export const revisionKindNames: Record<RevisionKind, string> = {
  edition: 'Edition',
  draft: 'Draft',
  beside: 'Amendment',
  instead: 'Consolidated',
  reaffirmed: 'Reaffirmed',
};

export const revisionStatusNames: Record<RevisionStatus, string> = {
  latest: 'Latest',
  superseded: 'Superseded',
  draft: 'Draft',
  withdrawn: 'Withdrawn',
  unsure: 'Order unsure',
};
