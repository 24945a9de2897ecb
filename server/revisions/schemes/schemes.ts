import { basesWithChanges, countersWithDates, yearsOfIssue } from './compound.ts';
import { letters, lettersAndNumbers, numbers, numbersAndLetters, roman } from './counters.ts';
import { dateReadings, monthNamed } from './dates.ts';
import { type Key, ranksOf } from './label-keys.ts';
import { withoutWords } from './label-words.ts';

// How revisions are called in the world (ADR 0022). Every scheme is a reading of all labels of a standard;
// the library is sure of an order only where all readings that fit agree. What is not on this list is
// unsure. A scheme that is added here makes labels sure; a reading that is added can only raise doubts.
const schemes: readonly ((labels: readonly string[]) => Key[][])[] = [
  letters, //             A, B, Z, AA; -, A
  numbers, //             1, 2, 10; 01, 02; 1.0, 1.1
  roman, //               I, IV, V
  dateReadings, //        2009-04; 07.79; 25/03/2019; June 2019
  lettersAndNumbers, //   R1, R2; A.1, B.1
  numbersAndLetters, //   1A, 1B; 962C, 962D
  yearsOfIssue, //        19, 19a; 2004 (R2009)
  countersWithDates, //   3 (2019-05); 3rd Edition, June 2019
  basesWithChanges, //    1999/Amd.1:2003; D w/CHANGE 2; Issue 5 Rev I
];

/**
 * The rank of each label, 0 for the oldest, the same for the same revision in another spelling; null where
 * the order is unsure. Readings that contradict a librarian's order do not count.
 */
export function rankLabels(
  labels: readonly string[],
  chosen: readonly string[] = [],
): Map<string, number> | null {
  const distinct = [...new Set(labels)];
  if (distinct.length === 1) return new Map([[distinct[0] ?? '', 0]]);
  const orders = readings(distinct)
    .map(ranksOf)
    .filter((ranks) => ranks === null || agrees(distinct, ranks, chosen));
  const [ranks = null] = orders;
  if (ranks === null) return null;
  const text = ranks.join();
  if (orders.some((order) => order?.join() !== text)) return null;
  return new Map(distinct.map((label, at) => [label, ranks[at] ?? 0]));
}

/** Whether one scheme has both. */
export function areOfOneScheme(a: string, b: string): boolean {
  return readings([a, b]).length > 0;
}

function readings(labels: readonly string[]): Key[][] {
  const plain = withoutWords(labels, (word) => monthNamed(word) > 0);
  return plain === null ? [] : schemes.flatMap((scheme) => scheme(plain));
}

function agrees(
  labels: readonly string[],
  ranks: readonly number[],
  newestFirst: readonly string[],
): boolean {
  if (newestFirst.length < 2) return true;
  const rankOf = new Map(labels.map((label, at) => [label, ranks[at] ?? 0]));
  return newestFirst.every((label, at) => {
    const newer = newestFirst[at - 1];
    return newer === undefined || (rankOf.get(newer) ?? 0) >= (rankOf.get(label) ?? 0);
  });
}
