import type { FoundPlace } from './find-mentions.ts';

/** The places where a number is no part of a longer one that is in the library. */
export function countedPlaces(places: string, isKnown: (key: string) => boolean): FoundPlace[] {
  // The JSON is our own, written by keep-mentions.ts.
  const all = JSON.parse(places) as FoundPlace[];
  return all.filter(({ longer }) => !longer.some(isKnown));
}
