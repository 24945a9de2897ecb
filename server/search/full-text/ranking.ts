import type { Engine, Facts, Filter } from '../engine.ts';
import { allOf, quoted, within } from '../expressions.ts';
import type { Clause } from './clauses.ts';
import type { Query } from './query.ts';
import type { StrictEntries } from './strict-entries.ts';

/** `isStrict`: it has all words. */
export type Ranked = { row: number; isStrict: boolean };

/** Pages that are scored, and of the documents with all words the newest that are put in order. */
const mostPages = 1000;
const mostNewest = 500;
/** Where fewer documents have all words, others with most of them follow. */
const fewStrict = 10;
const mostRelaxed = 200;
/** The most documents with a word in their number or title that are scored. */
const mostLabelled = 1000;
/** More contents have so common words that these only cost time where a rarer one is asked for, too. */
const mostScored = 10_000;

// By rarity; in a text a word is worth at most 2.2 times as much. Apart: words of a text that no page has together.
const worth = { apart: 0.5, wholeNumber: 1000, inNumber: 8, inTitle: 2.5, inTitleOfQuestion: 0.5 };
/** A word that is said more often costs time, and says nothing more. */
const mostTimes = 5;
/** A few words name a thing, and its title has them; a question describes it. */
const mostNaming = 3;
/** Of a long text each page may be about something else. */
const manyPages = 50;

/** The best documents: those that have all words, then, where these are few, others. */
export function ranked(
  engine: Engine,
  strict: StrictEntries,
  clauses: readonly Clause[],
  { numberKey, times }: Query,
  filter: Filter,
): Ranked[] {
  const texts = textScores(engine, clauses, times, filter);
  const labels = labelScores(engine, clauses, numberKey, filter);
  const newest = strict.rows(filter, mostNewest);
  const facts = new Map(
    [
      ...engine.entriesOf([...texts.scores.keys()], filter),
      ...engine.factsOf([...labels.keys(), ...newest]),
    ].map((one) => [one.row, one]),
  );
  const scoreOf = ({ row, content, pages }: Facts) => {
    const isApart = pages > manyPages && !texts.together.has(content ?? 0);
    const ofText = (texts.scores.get(content ?? 0) ?? 0) * (isApart ? worth.apart : 1);
    return ofText + (labels.get(row) ?? 0);
  };
  const isStrict = strict.among([...facts.keys()]);
  const all = [...facts.values()].filter(({ row }) => isStrict.has(row));
  const best = inOrder(all, scoreOf).map(({ row }) => ({ row, isStrict: true }));
  if (best.length >= fewStrict) return best;
  const others = [...facts.values()].filter(({ row }) => !isStrict.has(row));
  const excluded = strict.excludedOf(others.map(({ row }) => row));
  const relaxed = inOrder(
    others.filter((one) => !excluded.has(one.row) && scoreOf(one) > 0),
    scoreOf,
  );
  return [...best, ...relaxed.slice(0, mostRelaxed).map(({ row }) => ({ row, isStrict: false }))];
}

/** Contents by the score of their best page; and those that have all on one page. */
function textScores(
  engine: Engine,
  clauses: readonly Clause[],
  times: Query['times'],
  filter: Filter,
) {
  let left = mostScored;
  const scored: Clause[] = [];
  for (const clause of clauses.toSorted((a, z) => a.documents - z.documents)) {
    left -= clause.documents;
    if (scored.length === 0 || left >= 0) scored.push(clause);
  }
  const pages = (match: string | null) =>
    match === null ? new Map<number, number>() : engine.bestContents(match, mostPages, filter);
  // What a question says twice counts twice.
  const said = scored.flatMap(({ best, written }) =>
    best === null ? [] : Array<string>(Math.min(times.get(written) ?? 1, mostTimes)).fill(best),
  );
  const scores = pages(said.join(' OR ') || null);
  const together = scored.length > 1 ? pages(allOf(scored.map(({ best }) => best))) : scores;
  return { scores, together };
}

function labelScores(
  engine: Engine,
  clauses: readonly Clause[],
  numberKey: string,
  filter: Filter,
): Map<number, number> {
  const scores = new Map<number, number>();
  const add = (column: string, match: string | null, more: number) => {
    const inColumn = within(column, match);
    if (inColumn === null) return;
    for (const row of engine.labelled(inColumn, mostLabelled, filter)) {
      scores.set(row, (scores.get(row) ?? 0) + more);
    }
  };
  const isQuestion = clauses.length > mostNaming;
  const { size } = engine;
  for (const { bestInEntries, documents } of clauses) {
    const having = Math.min(documents, size);
    const rarity = Math.log(1 + (size - having + 0.5) / (having + 0.5)) + 0.1;
    add('number', bestInEntries, worth.inNumber * rarity);
    add('title', bestInEntries, (isQuestion ? worth.inTitleOfQuestion : worth.inTitle) * rarity);
  }
  if (numberKey !== '') add('number', quoted(numberKey), worth.wholeNumber);
  return scores;
}

/**
 * The better one first, of equals the latest revision, then the newer. Revisions of one number have the score of the
 * best of them, so that the latest comes first.
 */
function inOrder(entries: readonly Facts[], scoreOf: (entry: Facts) => number): Facts[] {
  const nameOf = ({ customer_id, language, number }: Facts) =>
    `${customer_id} ${language} ${number}`;
  const scores = new Map<string, number>();
  for (const entry of entries) {
    scores.set(nameOf(entry), Math.max(scores.get(nameOf(entry)) ?? 0, scoreOf(entry)));
  }
  return entries.toSorted(
    (a, z) =>
      isLast(a) - isLast(z) ||
      (scores.get(nameOf(z)) ?? 0) - (scores.get(nameOf(a)) ?? 0) ||
      z.is_latest - a.is_latest ||
      z.row - a.row,
  );
}

/** Withdrawn, and without a text: somebody may look for it, and nobody works by it. */
function isLast({ is_withdrawn, is_scan, content }: Facts): number {
  return is_withdrawn === 1 && (is_scan === 1 || content === null) ? 1 : 0;
}
