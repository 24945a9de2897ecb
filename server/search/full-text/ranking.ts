import { type Clause, termsOf } from './clauses.ts';
import type { Filter } from './filter.ts';
import type { FoundDocuments } from './found-documents.ts';
import { inNumber, inTitle, latestWord, often } from './marks.ts';
import { asGoodAsTyped, matchOf, quoted } from './match.ts';
import type { Plan } from './plan.ts';

export type Ranked = { row: number; score: number };

/** So many of each kind are looked at: the newest of all, the newest with the words in their number … */
const mostCandidates = 300;
/** Features are asked for the rarest words of a query, which tell the most. */
const mostFeatured = 4;

// A number is worth more than a description, and that more than texts; each share is that of a
// word's rarity among the words of the query.
const worth = {
  wholeNumber: 1000,
  code: 40,
  inNumber: { typed: 100, like: 60 },
  inTitle: { typed: 10, like: 6 },
  inText: { typed: 2, often: 2 },
  latest: 1,
};

type Feature = { match: string; worth: number };

/**
 * The best documents, best first. Of common words only the newest documents are looked at, and those
 * that have the words in their number, in their description, or often: `last` is the last row of
 * the newest, after which no other was looked at.
 */
export function rank(
  found: FoundDocuments,
  plan: Plan,
  filter: Filter,
  documents: number,
): { ranked: Ranked[]; last: number } {
  const newest = found.rows(filter, 0, mostCandidates);
  const scores = new Map(newest.map((row) => [row, 0]));
  for (const feature of featuresOf(plan, documents)) {
    for (const row of found.rows(filter, 0, mostCandidates, feature.match)) {
      scores.set(row, (scores.get(row) ?? 0) + feature.worth);
    }
  }
  const ranked = [...scores].map(([row, score]) => ({ row, score: rounded(score) }));
  return { ranked: ranked.sort(byScore), last: newest.at(-1) ?? 0 };
}

/** The better one first; of equals the newer. */
export function byScore(a: Ranked, b: Ranked): number {
  return b.score - a.score || a.row - b.row;
}

/** Sums of fractions may differ in their last digits, and a cursor has to find its place again. */
export function rounded(score: number): number {
  return Math.round(score * 1e6) / 1e6;
}

function featuresOf(plan: Plan, documents: number): Feature[] {
  const rarities = plan.clauses.map((clause) => rarityOf(clause, documents));
  const sum = rarities.reduce((a, b) => a + b, 0);
  const features = plan.clauses
    .map((clause, at) => ({ clause, share: (rarities[at] ?? 0) / sum }))
    .sort((a, b) => b.share - a.share)
    .slice(0, mostFeatured)
    .flatMap(({ clause, share }) => featuresOfClause(clause, share));
  features.push({ match: quoted(latestWord), worth: worth.latest });
  if (plan.numberKey !== '') {
    features.push({ match: quoted(inNumber + plan.numberKey), worth: worth.wholeNumber });
  }
  return features;
}

function featuresOfClause(clause: Clause, share: number): Feature[] {
  const isCode = termsOf(clause).some((term) => /\p{N}/u.test(term));
  const code = isCode ? worth.code : 0;
  const typed = asGoodAsTyped;
  const features: [string | null, number][] = [
    [matchOf(clause, inNumber), code + share * worth.inNumber.like],
    [matchOf(clause, inNumber, typed), code + share * (worth.inNumber.typed - worth.inNumber.like)],
    [matchOf(clause, inTitle), share * worth.inTitle.like],
    [matchOf(clause, inTitle, typed), share * (worth.inTitle.typed - worth.inTitle.like)],
    [matchOf(clause, often, typed), share * worth.inText.often],
    [matchOf(clause, '', typed), share * worth.inText.typed],
  ];
  return features.flatMap(([match, worth]) => (match === null ? [] : [{ match, worth }]));
}

/** How much a clause tells: the fewer documents fulfil it, the more. */
function rarityOf(clause: Clause, documents: number): number {
  const having = Math.min(clause.documents, documents);
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5)) + 0.1;
}
