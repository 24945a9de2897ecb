import { type Clause, termsOf } from './clauses.ts';
import type { Filter } from './filter.ts';
import type { Besides, FoundDocuments } from './found-documents.ts';
import type { IndexReader } from './index-reader.ts';
import { inNumber, inTitle, type Mark, often, termWord } from './marks.ts';
import { asGoodAsTyped, hasOthers, matchOf } from './match.ts';
import type { Match } from './postings-reader.ts';
import type { Plan } from './plan.ts';
import { isCode } from './tokens.ts';

export type Ranked = { row: number; score: number };

/** So many of each are looked at: the newest of all, the newest with the words in their number … */
const mostCandidates = 200;
/** Phrases have to be looked up on their pages. */
const mostWithPhrases = 60;
/** What documents have besides is asked for the rarest words of a query, which tell the most. */
const mostFeatured = 4;
/** Of words that are only like what was typed, so many are sought in numbers and descriptions. */
const mostLike = 12;

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

type Feature = Besides & { worth: number };

/**
 * The best documents, best first. Of common words only the newest documents are looked at, and those
 * that have the words in their number, in their description, or often: `last` is the last row of
 * the newest, after which no other was looked at.
 */
export function rank(
  index: IndexReader,
  found: FoundDocuments,
  plan: Plan,
  filter: Filter,
): { ranked: Ranked[]; last: number } {
  const most = found.hasPhrases ? mostWithPhrases : mostCandidates;
  const first = found.first(filter);
  const newest = first.slice(0, most);
  const scores = new Map(newest.map((row) => [row, 0]));
  if (!filter.latest) {
    const kinds = found.kindsOfFirst(filter);
    const latest = first.filter((_, at) => kinds[at]?.is_latest);
    for (const row of latest.slice(0, most)) scores.set(row, worth.latest);
  }
  for (const feature of newest.length === 0 ? [] : featuresOf(plan, index.documents())) {
    for (const row of found.rowsHaving(feature, filter, most)) {
      scores.set(row, (scores.get(row) ?? 0) + feature.worth);
    }
  }
  const there = new Set(found.withPhrases([...scores.keys()]));
  const ranked = [...scores]
    .filter(([row]) => there.has(row))
    .map(([row, score]) => ({ row, score: rounded(score) }));
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
  if (plan.numberId !== null) {
    const match = termWord(plan.numberId, inNumber);
    features.push({ match, clause: null, worth: worth.wholeNumber });
  }
  return features;
}

function featuresOfClause(clause: Clause, share: number): Feature[] {
  const code = termsOf(clause).some(isCode) ? worth.code : 0;
  const like = nearest(clause);
  const typed = (mark: Mark) => matchOf(clause, mark, asGoodAsTyped);
  const isLike = hasOthers(clause);
  const { inNumber: number, inTitle: title, inText: text } = worth;
  const features: [Match | null, number][] = [
    [typed(inNumber), code + share * (isLike ? number.typed - number.like : number.typed)],
    [typed(inTitle), share * (isLike ? title.typed - title.like : title.typed)],
    [typed(often), share * text.often],
  ];
  if (isLike) {
    features.push(
      [matchOf(like, inNumber), code + share * number.like],
      [matchOf(like, inTitle), share * title.like],
      [typed(0), share * text.typed],
    );
  }
  return features.flatMap(([match, of]) => (match === null ? [] : [{ match, clause, worth: of }]));
}

function nearest(clause: Clause): Clause {
  return clause.what === 'any' ? { ...clause, options: clause.options.slice(0, mostLike) } : clause;
}

/** How much a clause tells: the fewer documents fulfil it, the more. */
function rarityOf(clause: Clause, documents: number): number {
  const having = Math.min(clause.documents, documents);
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5)) + 0.1;
}
