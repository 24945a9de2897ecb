/** Specification, section 9. */
export const optionLimit = 1000;

/** How one kind of option is read by the dropdown. */
export type OptionTexts<Option> = {
  /** The text in the field once chosen; results are sorted by its length. */
  labelOf: (option: Option) => string;
  /** Every text that typing is compared with. */
  searchedIn: (option: Option) => readonly string[];
};

/** Finds what was typed: as it is, and word by word. */
export type Typed = { whole: RegExp; words: Word[] };

/** Finds one word whatever separators the text has: within it, or as all of it. */
type Word = { within: RegExp; alone: RegExp };

/** Finds what was typed, in any letter case; null when nothing was. */
export function matcherOf(typed: string): RegExp | null {
  const text = typed.trim();
  return text === '' ? null : new RegExp(literal(text), 'iu');
}

/** Null when nothing was typed. */
export function readTyped(typed: string): Typed | null {
  const whole = matcherOf(typed);
  return whole && { whole, words: wordsOf(typed) };
}

/** The options to show, and whether more were found than are shown. */
export type Shown<Option> = { options: readonly Option[]; more: boolean };

/**
 * All in their own order while nothing is typed. Else first those with one text that holds what was
 * typed, the shortest label first (specification, section 2) and equals in their own order. After
 * them those in which every word is found in some text, best those with a word as a whole text:
 * `CAMS-4417 C` is likelier to mean revision C than a C in the description.
 */
export function shownOptions<Option>(
  options: readonly Option[],
  typed: Typed | null,
  texts: OptionTexts<Option>,
): Shown<Option> {
  if (typed === null) return limited(options);
  const { whole, words } = typed;
  const found: Ranked<Option>[] = [];
  const looser: Ranked<Option>[] = [];
  const lines = linesOf(options, texts);
  options.forEach((option, index) => {
    const line = lines[index] ?? '';
    if (whole.test(line)) {
      found.push({ option, rank: texts.labelOf(option).length });
    } else if (found.length <= optionLimit && hasEvery(words, line)) {
      const alone = words.filter((word) => word.alone.test(line)).length;
      looser.push({ option, rank: texts.labelOf(option).length - alone * longLabel });
    }
  });
  return limited([...inOrder(found), ...inOrder(looser)]);
}

/** What to mark in an option: what was typed, or its words where only they are found. */
export function marksIn<Option>(
  option: Option,
  typed: Typed | null,
  { searchedIn }: Pick<OptionTexts<Option>, 'searchedIn'>,
): RegExp | null {
  if (typed === null || typed.whole.test(lineOf(searchedIn(option)))) return typed?.whole ?? null;
  return new RegExp(typed.words.map(({ within }) => within.source).join('|'), 'iu');
}

function hasEvery(words: Word[], line: string): boolean {
  return words.length > 0 && words.every(({ within }) => within.test(line));
}

type Ranked<Option> = { option: Option; rank: number };

// Labels are shorter than this, so the number of whole words decides before the length.
const longLabel = 100_000;

function inOrder<Option>(ranked: Ranked<Option>[]): Option[] {
  return ranked.sort((a, b) => a.rank - b.rank).map(({ option }) => option);
}

function limited<Option>(options: readonly Option[]): Shown<Option> {
  return { options: options.slice(0, optionLimit), more: options.length > optionLimit };
}

// Kept from key to key: one string for each option is compared in half the time of four.
const keptLines = new WeakMap<readonly unknown[], string[]>();

function linesOf<Option>(
  options: readonly Option[],
  { searchedIn }: OptionTexts<Option>,
): string[] {
  const kept = keptLines.get(options);
  if (kept !== undefined) return kept;
  const lines = options.map((option) => lineOf(searchedIn(option)));
  keptLines.set(options, lines);
  return lines;
}

/** Every text in a line of its own: nothing typed has a line break, so it is found within one text. */
function lineOf(searched: readonly string[]): string {
  return searched.join('\n');
}

const separator = String.raw`[ \t\u00a0\-._/:,;·]`;
const separators = new RegExp(separator, 'gu');

// These are also between the fields: in what the dropdown itself writes, and in file names.
const wordEnds = /[\s,;·_]+/u;

/** The word Rev, which is shown before every revision, but is no part of it. */
const rev = /\brev(?=\d|\b)/giu;

function wordsOf(typed: string): Word[] {
  return typed
    .replace(rev, ' ')
    .split(wordEnds)
    .map((word) => word.replace(separators, ''))
    .filter((word) => word !== '')
    .sort((a, b) => Number(hasDigit.test(b)) - Number(hasDigit.test(a)))
    .map((word) => {
      const source = Array.from(word, literal).join(`${separator}*`);
      return { within: new RegExp(source, 'iu'), alone: new RegExp(`^${source}$`, 'imu') };
    });
}

// Words with a digit are rare, so that most options are passed over at the first word.
const hasDigit = /\d/;

/** A text as part of a regular expression that means just this text. */
export function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
