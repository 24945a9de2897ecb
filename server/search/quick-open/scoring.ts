import type { Label } from './label.ts';
import type { LabelQuery, QueryWord } from './query.ts';

/** How well an entry fits a query. */
export type Score = {
  points: number;
  /** Some word of the query only stands in the middle of another, as it could by chance. */
  isByChance: boolean;
};

/** Null where a word of the query is nowhere in the label. */
export function scoreOf(query: LabelQuery, label: Label): Score | null {
  if (query.keys.some((key) => label.keys.includes(key))) {
    return { points: worth.number + wholeBonus, isByChance: false };
  }
  let points = 0;
  const letters = { number: 0, words: 0 };
  let isByChance = false;
  for (const word of query.words) {
    const found = bestOf(word, label, query.words.length > 1);
    if (found === null) return null;
    points += found.points;
    letters[found.isInNumber ? 'number' : 'words'] += found.letters;
    if (isMiddle(found.points) && found.letters >= fewestOfChance) isByChance = true;
  }
  return { points: points / query.words.length - leftOver(label, letters), isByChance };
}

type Letters = Record<'number' | 'words', number>;
type WordFound = { points: number; letters: number; isInNumber: boolean };

// All that was typed is the number.
const wholeBonus = 50;

/** What is left over of the number counts before what is left over of the description. */
function leftOver({ keys: [key = ''], words }: Label, letters: Letters): number {
  const ofNumber = letters.number === 0 ? 0 : Math.max(0, key.length - letters.number);
  const ofWords = letters.words === 0 ? 0 : words.length;
  return Math.min(ofNumber, 30) / 10 + Math.min(ofWords, 60) / 100;
}

// The steps are wider apart than what is left over can add up to.
const worth = {
  number: 100,
  numberPart: 90,
  chosenVersion: 85,
  numberStart: 80,
  partStart: 70,
  word: 60,
  wordStart: 50,
  version: 45,
  numberMiddle: 40,
  wordMiddle: 30,
} as const;

function isMiddle(points: number): boolean {
  return points <= worth.numberMiddle;
}

// Two letters stand in the middle of anything; they say nothing of a slip.
const fewestOfChance = 3;

function bestOf({ forms }: QueryWord, label: Label, hasOthers: boolean): WordFound | null {
  let best: WordFound | null = null;
  for (const form of forms) {
    for (const found of [inNumber(form, label), inTexts(form, label, hasOthers)]) {
      if (found !== null && found.points > (best?.points ?? 0)) best = found;
    }
  }
  return best;
}

function inNumber(form: string, { keys, parts }: Label): WordFound | null {
  const found = (points: number) => ({ points, letters: form.length, isInNumber: true });
  if (keys.includes(form)) return found(worth.number);
  if (parts.includes(form)) return found(worth.numberPart);
  if (keys.some((key) => key.startsWith(form))) return found(worth.numberStart);
  if (parts.some((part) => part.startsWith(form))) return found(worth.partStart);
  return keys.some((key) => key.includes(form)) ? found(worth.numberMiddle) : null;
}

function inTexts(form: string, label: Label, hasOthers: boolean): WordFound | null {
  const found = (points: number) => ({ points, letters: form.length, isInNumber: false });
  const isVersion = label.language.includes(form) || label.revision.includes(form);
  // Beside a number, `de` and `3` are the language and the revision that are wanted of it.
  if (isVersion && hasOthers) return found(worth.chosenVersion);
  if (label.words.includes(form)) return found(worth.word);
  const texts = [...label.words, ...label.revision];
  if (texts.some((word) => word.startsWith(form))) return found(worth.wordStart);
  if (isVersion) return found(worth.version);
  return texts.some((word) => word.includes(form)) ? found(worth.wordMiddle) : null;
}
