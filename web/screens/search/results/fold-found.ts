import type { FoundDocument } from '#contract/search.ts';

/** A document that was found, and the other revisions of its standard that were found, too. */
export type Folded = { document: FoundDocument; others: FoundDocument[] };

/** Each standard once, where it was found first: as its latest edition or else what amends that, if one was found. */
export function foldFound(found: readonly FoundDocument[]): Folded[] {
  const standards = new Map<unknown, FoundDocument[]>();
  for (const document of found) {
    const key = document.standard ?? document;
    standards.set(key, [...(standards.get(key) ?? []), document]);
  }
  return [...standards.values()].flatMap((revisions) => {
    const inForce = revisions.filter(({ latest }) => latest === null);
    const edition = inForce.find(({ amends }) => amends === null);
    const document = edition ?? inForce[0] ?? revisions[0];
    if (document === undefined) return [];
    return [{ document, others: revisions.filter((one) => one !== document) }];
  });
}

/** What other revisions are called that are folded under one. */
export function whichOthers(others: readonly Pick<FoundDocument, 'status'>[]): 'older' | 'other' {
  return others.every(({ status }) => status === 'superseded') ? 'older' : 'other';
}
