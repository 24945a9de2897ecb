import { randomNumbersFrom } from '../test/random.ts';
import type { CorpusEntry } from './corpus-entries.ts';

/** What people type to find one of these entries, by kind; the same every time. */
export function queriesFor(entries: readonly CorpusEntry[]): { kind: string; q: string }[] {
  const random = randomNumbersFrom(15);
  return entries.flatMap((entry) =>
    Object.entries(kinds).map(([kind, of]) => ({ kind, q: of(entry, random) })),
  );
}

type Random = () => number;

const kinds: Record<string, (entry: CorpusEntry, random: Random) => string> = {
  'number as it is': ({ doc_num }) => doc_num,
  'number without signs': ({ doc_num }) => plain(doc_num),
  'part of a number': ({ doc_num }, random) => someOf(plain(doc_num), 4, random),
  'number with a slip': ({ doc_num }, random) => mistyped(plain(doc_num), random),
  'number, language, customer': ({ doc_num, language, customer }) =>
    `${customer.split(' ')[0]} ${doc_num} ${language ?? ''}`.toLowerCase(),
  'word of a description': ({ doc_desc }, random) => pickOf(wordsOf(doc_desc), random),
  'start of a word': ({ doc_desc }, random) => pickOf(wordsOf(doc_desc), random).slice(0, 4),
  'middle of a word': ({ doc_desc }, random) =>
    someOf(pickOf(wordsOf(doc_desc), random), 4, random),
  'word with a slip': ({ doc_desc }, random) => mistyped(pickOf(wordsOf(doc_desc), random), random),
  'whole description': ({ doc_desc }) => doc_desc,
  customer: ({ customer }) => customer,
  'customer and word': ({ customer, doc_desc }, random) =>
    `${pickOf(wordsOf(doc_desc), random)} ${customer}`,
  'two words': ({ doc_desc }, random) =>
    `${pickOf(wordsOf(doc_desc), random)} ${pickOf(wordsOf(doc_desc), random)}`,
  'one or two letters': (_, random) => pickOf(['1', 'e', 'de', '12', 'of', 'm', '2k', 'x'], random),
  'nothing like it': (_, random) => `qx${Math.floor(random() * 1e6)}zz`,
};

function plain(number: string): string {
  return number.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}

function wordsOf(text: string): string[] {
  return text.split(/[^a-z]+/i).filter((word) => word.length >= 4);
}

function someOf(text: string, length: number, random: Random): string {
  const from = Math.floor(random() * Math.max(1, text.length - length));
  return text.slice(from, from + length);
}

/** One letter wrong, missing or added, or two swapped. */
function mistyped(text: string, random: Random): string {
  const at = 1 + Math.floor(random() * (text.length - 2));
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const slips = [
    `${before}x${after.slice(1)}`,
    before + after.slice(1),
    `${before}${after[0]}${after}`,
    `${before}${after[1]}${after[0]}${after.slice(2)}`,
  ];
  return pickOf(slips, random);
}

function pickOf<T>(from: readonly T[], random: Random): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('There is nothing to take from.');
  return found;
}
