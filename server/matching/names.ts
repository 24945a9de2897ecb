import { distance } from 'fastest-levenshtein';
import { type DocumentIdentity, readingsOf } from '#contract/file-name.ts';
import { looseText } from '../catalogue/loose-number.ts';
import { runAgain } from '../db/run-again.ts';
import type { Db } from '../db/schema.ts';

/** The identity in a name that reads like number, language and revision; else null. */
export function plausibleReading(name: string): DocumentIdentity | null {
  return readingsOf(name).find(isPlausible) ?? null;
}

function isPlausible({ doc_num, language, doc_rev }: DocumentIdentity): boolean {
  if (!/\d/.test(doc_num) || /\s\s|^\s|\s$/.test(doc_num)) return false;
  if (!/^[\p{L}\p{N}][\p{L}\p{N}.-]{0,11}$/u.test(doc_rev)) return false;
  return language === null || /^[a-z]{2}(-[a-z]{2,4})?$/i.test(language);
}

/** The dashes of word processors; `loose_num` does not remove them. */
const dashes = /[\u2010-\u2015\u2212]/g;
const signs = /[ \-_.,;:/\\()[\]+&#*?"<>|\u2010-\u2015\u2212]/g;

type Candidate = DocumentIdentity & { id: number; loose_num: string };

const namesAtOnce = 50;

/**
 * The most similar entry of each name. Tolerates other separators, another order, extra words, a typing
 * error in the letters of the number, revision `1` for `01`, another dash, or the number alone. Another
 * revision, language or digit in the number is another document.
 */
export async function nearestEntries(
  db: Db,
  names: readonly string[],
): Promise<Map<string, Candidate>> {
  const nearest = new Map<string, Candidate>();
  if (names.length === 0) return nearest;
  const aroundNumber = neighboursOf(db);
  for (let at = 0; at < names.length; at += namesAtOnce) {
    const portion = names.slice(at, at + namesAtOnce).map((name) => ({ name, ...partsOf(name) }));
    const runs = new Set(portion.flatMap(({ parts, dashed }) => [...runsOf(parts), ...dashed]));
    const byNumber = Map.groupBy(await withLooseNumber(db, [...runs]), nearNumber);
    for (const { name, parts } of portion) {
      const candidates = runsOf(parts).flatMap((run) => byNumber.get(run) ?? []);
      const found = bestOf(parts, candidates) ?? (await misspelled(aroundNumber, name));
      if (found !== null) nearest.set(name, found);
    }
  }
  return nearest;
}

/** Runs of digits and runs of letters: `AM-1 rev 3` is am, 1, rev, 3. */
function partsOf(name: string): { parts: string[]; dashed: string[] } {
  const stem = name
    .normalize('NFC')
    .replace(/\.pdf$/i, '')
    .replace(/\(\d{1,2}\)/g, ' '); // the second copy in a browser's download folder
  const words = stem.split(signs).map(looseText);
  const parts = words.flatMap((word) => word.match(/\d+|\D+/g) ?? []);
  return { parts: parts.slice(0, mostParts), dashed: dashedRuns(words.slice(0, mostParts)) };
}

/** Two or three words joined by en dashes, which stay in `loose_num`. */
function dashedRuns(words: readonly string[]): string[] {
  return words.flatMap((_, at) =>
    [2, 3]
      .map((count) => words.slice(at, at + count))
      .flatMap((run) => (run.length < 2 ? [] : run.join('–'))),
  );
}

function nearNumber({ doc_num }: DocumentIdentity): string {
  return looseText(doc_num).replace(dashes, '');
}

const mostParts = 20;

/** Every text made of consecutive parts. */
function runsOf(parts: readonly string[]): string[] {
  const runs: string[] = [];
  for (let from = 0; from < parts.length; from++) {
    for (let to = from + 1; to <= parts.length; to++) {
      const run = parts.slice(from, to).join('');
      if (run.length >= 2) runs.push(run);
    }
  }
  return runs;
}

async function withLooseNumber(db: Db, numbers: readonly string[]): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (let at = 0; at < numbers.length; at += 1000) {
    const rows = await candidates(db)
      .where('loose_num', 'in', numbers.slice(at, at + 1000))
      .orderBy('id')
      .execute();
    found.push(...rows);
  }
  return found;
}

function candidates(db: Db) {
  return db.selectFrom('documents').select(['id', 'doc_num', 'language', 'doc_rev', 'loose_num']);
}

function bestOf(parts: readonly string[], candidates: readonly Candidate[]): Candidate | null {
  const fitting = new Map<string, { candidate: Candidate; score: number }>();
  for (const candidate of candidates) {
    const score = scoreOf(parts, candidate);
    if (score === null) continue;
    const identity = JSON.stringify([candidate.doc_num, candidate.language, candidate.doc_rev]);
    if (!fitting.has(identity)) fitting.set(identity, { candidate, score });
  }
  const [best, second] = [...fitting.values()].toSorted((a, b) => b.score - a.score);
  // If two fit equally well, neither is suggested.
  return best === undefined || best.score === second?.score ? null : best.candidate;
}

/** How well the parts of a name fit an entry; null when they do not. */
function scoreOf(parts: readonly string[], entry: DocumentIdentity): number | null {
  const { language, doc_rev } = entry;
  const number = nearNumber(entry);
  const spoken = looseText(language ?? '');
  const rest = without(parts, number);
  if (rest === null) return null;
  const exact = without(rest, looseText(doc_rev));
  const unread = exact ?? withoutZeros(rest, looseText(doc_rev));
  // A number alone names no revision: if the number has several, they fit equally well.
  if (unread === null) return rest.length === 0 || isOnly(rest, spoken) ? number.length * 4 : null;
  const more = spoken === '' ? unread : without(unread, spoken);
  if (!(more ?? unread).every(isFillerWord)) return null;
  return number.length * 4 + (more === null ? 0 : 2) + (exact === null ? 0 : 1);
}

function isOnly(parts: readonly string[], text: string): boolean {
  return text !== '' && parts.join('') === text;
}

/** The parts without a revision that differs in leading zeros only; null when there is none. */
function withoutZeros(parts: readonly string[], revision: string): string[] | null {
  if (!/^\d+$/.test(revision)) return null;
  const at = parts.findIndex((part) => /^\d+$/.test(part) && Number(part) === Number(revision));
  return at === -1 ? null : parts.toSpliced(at, 1);
}

/** The parts without the run that is this text; null if there is none. */
function without(parts: readonly string[], text: string): string[] | null {
  for (let from = 0; from < parts.length; from++) {
    let run = '';
    for (let to = from; to < parts.length && run.length < text.length; to++) {
      run += parts[to];
      if (run === text) return [...parts.slice(0, from), ...parts.slice(to + 1)];
    }
  }
  return null;
}

// Besides number, language and revision, only words that cannot be part of them are allowed.
function isFillerWord(part: string): boolean {
  return /^(v|r|no|nr|of)$/.test(part) || (/^\D+$/.test(part) && part.length > 2);
}

const neighbours = 20;

/** The entries next to a number in the order of numbers. */
function neighboursOf(db: Db): (number: string) => Promise<Candidate[]> {
  const after = candidates(db).where('loose_num', '>=', '').orderBy('loose_num').orderBy('id');
  const before = candidates(db)
    .where('loose_num', '<', '')
    .orderBy('loose_num', 'desc')
    .orderBy('id');
  const queries = [after.limit(neighbours).compile(), before.limit(neighbours).compile()] as const;
  return async (number) => [
    ...(await runAgain(db, queries[0], [number, neighbours])),
    ...(await runAgain(db, queries[1], [number, neighbours])),
  ];
}

/** An entry with the same language, revision and figures whose number differs by a letter or two. */
async function misspelled(
  aroundNumber: (number: string) => Promise<Candidate[]>,
  name: string,
): Promise<Candidate | null> {
  const reading = plausibleReading(name);
  const number = looseText(reading?.doc_num ?? '');
  if (reading === null || number.length < fewestLetters) return null;
  const fitting = (await aroundNumber(number)).filter((one) => isSlipOf(reading, one));
  const numbers = new Set(fitting.map(({ doc_num }) => doc_num));
  return numbers.size === 1 ? (fitting[0] ?? null) : null;
}

const fewestLetters = 5;

/** Whether language, revision and digits are the same, and the letters differ in one or two. */
function isSlipOf(reading: DocumentIdentity, entry: DocumentIdentity): boolean {
  const [number, other] = [looseText(reading.doc_num), looseText(entry.doc_num)];
  if (number.length < fewestLetters || slipKey(reading) !== slipKey(entry)) return false;
  return distance(other, number) <= (number.length < 8 ? 1 : 2);
}

// The same for typing errors in the letters of the number. No run of parts has a `|`.
function slipKey({ doc_num, language, doc_rev }: DocumentIdentity): string {
  const parts = [figures(looseText(doc_num)), looseText(language ?? ''), looseText(doc_rev)];
  return parts.join('|');
}

/** The keys by which entries similar to this name are found. */
export function nearKeysOfName(name: string): string[] {
  const reading = plausibleReading(name);
  const runs = runsOf(partsOf(name).parts);
  return [...new Set(reading === null ? runs : [...runs, slipKey(reading)])];
}

/** The same keys of an entry: every similar name has one of them. */
export function nearKeysOfEntry(entry: DocumentIdentity): string[] {
  return [nearNumber(entry), slipKey(entry)];
}

/** Whether this name is similar to the entry's, even if it is also similar to others. */
export function isNear(name: string, entry: DocumentIdentity): boolean {
  if (scoreOf(partsOf(name).parts, entry) !== null) return true;
  const reading = plausibleReading(name);
  return reading !== null && isSlipOf(reading, entry);
}

function figures(text: string): string {
  return text.replace(/\D+/g, ' ').trim();
}
