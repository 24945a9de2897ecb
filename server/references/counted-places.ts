import type { FoundPlace } from './find-mentions.ts';

/** The places where a number is not part of a longer number of the library. */
export function countedPlaces(places: string, isKnown: (key: string) => boolean): FoundPlace[] {
  // The JSON is our own, written by save-mentions.ts.
  const all = JSON.parse(places) as FoundPlace[];
  return all.filter(({ longer }) => !longer.some(isKnown));
}
