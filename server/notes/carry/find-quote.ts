import type { RedlineToken } from '../../redline/engine/tokens.ts';
import { wordKey } from '../../redline/engine/word-key.ts';
import type { FoundQuote, OlderNote, Quote, Texts } from './texts.ts';

// The specification of notes: below this, only whole and equal words count.
const fewestLettersOfFuzzy = 20;
const mostUnsure = 0.84;
/** With fewer letters, this number of words around it must be there, too. */
const manyLetters = 100;
const fewestAround = 5;
const mostKeys = 400;
/** Words that occur more often say nothing about the place. */
const mostPlaces = 60;
const rarestTried = 6;

/** Finds a quote in the newer text by its words; what is surely another passage of the older text is left out. */
export function findByQuote(texts: Texts, quote: Quote): FoundQuote | null {
  if (quote.keys.length > mostKeys) return null;
  if (!quote.keys.some((key) => /[\p{L}\p{N}]/u.test(key))) return null; // dots of a table of contents
  const places = placesOf(texts.newer);
  const letters = lettersIn(quote.keys);
  const exact = candidatesOf(quote, places, Infinity, 1)
    .filter((start) => isEqualAt(texts.newer, start, quote.keys))
    .map((start) => foundAt(quote, start))
    .filter((found) => !isElsewhere(texts, quote, found));
  if (exact.length > 0) return best(texts, quote, exact, letters);
  if (letters < fewestLettersOfFuzzy) return null;
  const similar = candidatesOf(quote, places, mostPlaces, rarestTried)
    .flatMap((start) => similarAt(texts, quote, start) ?? [])
    .filter((found) => !isElsewhere(texts, quote, found));
  return similar.length === 0 ? null : best(texts, quote, similar, letters);
}

/** The quote of a note whose older text is not known any more. */
export function quoteOfText(note: Pick<OlderNote, 'quote' | 'text_before' | 'text_after'>): Quote {
  const keysOf = (text: string) => text.split(/\s+/).filter(Boolean).map(wordKey);
  return {
    first: null,
    end: null,
    keys: keysOf(note.quote),
    before: keysOf(note.text_before).slice(1), // its first word may be cut off
    after: keysOf(note.text_after).slice(0, -1),
  };
}

const indexes = new WeakMap<readonly RedlineToken[], Map<string, number[]>>();

/** Where each word occurs; made once for a text. */
function placesOf(tokens: readonly RedlineToken[]): Map<string, number[]> {
  const known = indexes.get(tokens);
  if (known !== undefined) return known;
  const places = new Map<string, number[]>();
  for (const [at, { key }] of tokens.entries()) {
    const some = places.get(key);
    if (some === undefined) places.set(key, [at]);
    else some.push(at);
  }
  indexes.set(tokens, places);
  return places;
}

/** Where the quote would begin, by the places of its rarest words. */
function candidatesOf(
  { keys }: Quote,
  places: Map<string, number[]>,
  mostOfWord: number,
  words: number,
): number[] {
  const rare = keys
    .map((key, at) => ({ at, places: places.get(key) ?? [] }))
    .filter((word) => word.places.length > 0 && word.places.length <= mostOfWord)
    .toSorted((one, other) => one.places.length - other.places.length)
    .slice(0, words);
  return [...new Set(rare.flatMap((word) => word.places.map((place) => place - word.at)))];
}

function isEqualAt(
  tokens: readonly RedlineToken[],
  start: number,
  keys: readonly string[],
): boolean {
  return keys.every((key, at) => tokens[start + at]?.key === key);
}

function foundAt({ first, keys }: Quote, start: number): FoundQuote {
  const pairs = keys.map((_, at): [number, number] => [(first ?? 0) + at, start + at]);
  return { first: start, end: start + keys.length, score: 1, pairs: first === null ? [] : pairs };
}

/** Most of its words were aligned with other words of the older text: it is another passage. */
function isElsewhere({ olderOf }: Texts, { first, end }: Quote, found: FoundQuote): boolean {
  if (first === null || end === null) return false;
  let others = 0;
  for (let at = found.first; at < found.end; at++) {
    const older = olderOf[at] ?? -1;
    if (older >= 0 && (older < first || older >= end)) others += 1;
  }
  return others * 2 > found.end - found.first;
}

/** The longest common words of the quote and the text around this place. */
function similarAt(texts: Texts, quote: Quote, start: number): FoundQuote | null {
  const { keys } = quote;
  const slack = Math.ceil(keys.length * 0.3) + 2;
  const from = Math.max(0, start - slack);
  const window = texts.newer.slice(from, Math.max(from, start + keys.length + slack));
  const common = commonWords(
    keys,
    window.map(({ key }) => key),
  );
  const [firstPair, lastPair] = [common[0], common.at(-1)];
  if (firstPair === undefined || lastPair === undefined) return null;
  const [first, end] = [from + firstPair[1], from + lastPair[1] + 1];
  const matched = lettersIn(common.map(([at]) => keys[at] ?? ''));
  const there = lettersIn(texts.newer.slice(first, end).map(({ key }) => key));
  const score = (2 * matched) / (lettersIn(keys) + there);
  const pairs = common.map(([at, to]): [number, number] => [(quote.first ?? 0) + at, from + to]);
  return { first, end, score, pairs: quote.first === null ? [] : pairs };
}

/** The longest common subsequence, by letters. */
function commonWords(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const best = new Int32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const skip = Math.max(best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
      const both = (best[(i + 1) * width + j + 1] ?? 0) + (a[i]?.length ?? 0);
      best[i * width + j] = a[i] === b[j] ? Math.max(both, skip) : skip;
    }
  }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if ((best[(i + 1) * width + j] ?? 0) >= (best[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** The best of several places. It is unsure if another is as good, or if it is short and nothing around it agrees. */
function best(
  texts: Texts,
  quote: Quote,
  found: readonly FoundQuote[],
  letters: number,
): FoundQuote | null {
  const ranked = found
    .map((one) => ({ one, context: contextOf(texts.newer, quote, one) }))
    .toSorted((a, b) => b.one.score - a.one.score || b.context - a.context);
  const [first] = ranked;
  if (first === undefined) return null;
  const isOther = ({ one }: (typeof ranked)[number]) =>
    one.first >= first.one.end || one.end <= first.one.first;
  const next = ranked.find(isOther);
  const isTie =
    next !== undefined && next.one.score > first.one.score - 0.05 && next.context >= first.context;
  const isShort = letters < fewestLettersOfFuzzy;
  const isConfirmed = letters >= manyLetters || first.context >= fewestAround;
  const isSure = !isTie && isConfirmed && hasNumbers(quote, texts.newer, first.one);
  // Several equal words without anything around them: there is no telling which.
  if (isShort && isTie) return null;
  return isSure ? first.one : { ...first.one, score: Math.min(first.one.score, mostUnsure) };
}

function hasNumbers({ keys }: Quote, tokens: readonly RedlineToken[], { first, end }: FoundQuote) {
  const there = new Set(tokens.slice(first, end).map(({ key }) => key));
  return keys.every((key) => !/\d/.test(key) || there.has(key));
}

/** How many of the words beside the quote are beside the place, too. */
function contextOf(
  tokens: readonly RedlineToken[],
  quote: Quote,
  { first, end }: FoundQuote,
): number {
  const before = quote.before
    .toReversed()
    .findIndex((key, at) => tokens[first - 1 - at]?.key !== key);
  const after = quote.after.findIndex((key, at) => tokens[end + at]?.key !== key);
  const count = (at: number, length: number) => (at < 0 ? length : at);
  return count(before, quote.before.length) + count(after, quote.after.length);
}

function lettersIn(keys: readonly string[]): number {
  return keys.reduce((sum, key) => sum + key.length, 0);
}
