import { randomNumbersFrom } from '../test/random.ts';
import type { SearchTexts } from './search-texts.ts';

/** A query; `plain` is the nearest query of FTS5. */
export type SearchQuery = { kind: string; q: string; plain: string };

/** Queries of every class over a library of this size; always the same ones. */
export function searchQueries(
  texts: SearchTexts,
  entries: number,
  ofEachKind: number,
): SearchQuery[] {
  const random = randomNumbersFrom(7);
  const long = () =>
    drawUntil(
      () => texts.words.draw(random),
      (word) => /^[a-z]{7,}$/i.test(word),
    );
  const aWord = () =>
    drawUntil(
      () => texts.words.draw(random),
      (word) => /^\p{L}+$/u.test(word),
    );
  const makers: Record<string, () => Omit<SearchQuery, 'kind'>> = {
    word: () => plainly(aWord()),
    'two words': () => plainly(aWord(), aWord()),
    number: () => plainly(texts.numbers.draw(random)),
    beginning: () => {
      const start = long().slice(0, 4);
      return { q: `${start}*`, plain: `"${start}"*` };
    },
    phrase: () => {
      const words = phraseIn(texts, entries, random);
      return { q: `"${words}"`, plain: quoted(words) };
    },
    // What FTS5 cannot do is compared with the whole word.
    'part of a word': () => {
      const word = long();
      return { q: word.slice(1, 6), plain: quoted(word) };
    },
    'mistyped word': () => {
      const word = long();
      return { q: word.slice(0, 3) + word.slice(4), plain: quoted(word) };
    },
  };
  return Object.entries(makers).flatMap(([kind, make]) =>
    Array.from({ length: ofEachKind }, () => ({ kind, ...make() })),
  );
}

function plainly(...words: string[]): Omit<SearchQuery, 'kind'> {
  return { q: words.join(' '), plain: words.map(quoted).join(' ') };
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '')}"`;
}

/** Two or three words that follow each other on a page. */
function phraseIn(texts: SearchTexts, entries: number, random: () => number): string {
  const id = 10 * (1 + Math.floor((random() * entries) / 10 - 1));
  const words = (texts.document(id).pages[0] ?? 'the and').replaceAll('"', '').split(/\s+/);
  const at = Math.floor(random() * (words.length - 3));
  return words.slice(at, at + 2 + Math.floor(random() * 2)).join(' ');
}

function drawUntil(draw: () => string, fits: (word: string) => boolean): string {
  for (;;) {
    const drawn = draw();
    if (fits(drawn)) return drawn;
  }
}
