import type { Word } from '../pdf/words.ts';

/**
 * The words of headers and footers of each page: lines that are the same, except for digits, at the same
 * height on the page before or after. A number broken between two pages continues after them.
 */
export function furnitureOf(pages: readonly (readonly Word[])[]): Set<number>[] {
  const lines = pages.map(linesOf);
  const known = lines.map((page) => new Set(page.map(({ key }) => key)));
  return lines.map((page, at) => {
    const isRepeated = (key: string) =>
      known[at - 1]?.has(key) === true || known[at + 1]?.has(key) === true;
    return new Set(page.filter(({ key }) => isRepeated(key)).flatMap(({ words }) => words));
  });
}

type Line = { key: string; words: number[] };

function linesOf(words: readonly Word[]): Line[] {
  const lines: Line[] = [];
  let top = -Infinity;
  for (const [at, word] of words.entries()) {
    const isSame = Math.abs(word.top - top) < word.height / 2;
    if (!isSame) {
      lines.push({ key: `${Math.round(word.top / 4)}`, words: [] });
      top = word.top;
    }
    const line = lines.at(-1);
    if (line === undefined) continue;
    line.key += ` ${word.text.replace(/\d+/g, '0')}`;
    line.words.push(at);
  }
  return lines;
}
