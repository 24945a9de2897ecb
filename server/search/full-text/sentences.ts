/** The sentence, or sentences, from before one place to after another; null where that is too long to be shown. */
export function sentenceAround(
  text: string,
  from: number,
  to: number,
  mostLetters: number,
): { start: number; end: number } | null {
  const before = text.slice(Math.max(0, from - mostLetters), from);
  const after = text.slice(to, to + mostLetters);
  const start = from - before.length + lastEnd(before);
  const end = to + firstEnd(after);
  if (lastEnd(before) === 0 && from > before.length) return null;
  if (end === to + after.length && end < text.length) return null;
  return end - start <= mostLetters ? { start, end } : null;
}

// The end of a sentence, an empty line, or the line before a heading or an item of a list.
const ends =
  /[.!?。！？]["”’)\]]*(?:\s+(?=["“„(]?[\p{Lu}\p{Lo}])|\s*$)|(?<=[。！？])|\n\s*\n|\n(?=\s*(?:[-•–*]\s|\d{1,2}(?:\.\d{1,2})*\.?\s+\p{Lu}|[a-z]\)\s))/gu;
// A point after these ends no sentence.
const shortened =
  /(?:^|[\s(])(?:\p{L}|abb|abs|approx|bzw|ca|cf|e\.g|evtl|fig|figs|ggf|i\.e|incl|inkl|max|min|mind|no|nr|pos|ref|rev|sec|tab|usw|vgl|z\.b|d\.h|u\.a)\.$/iu;

/** Where the last sentence of a text begins. */
function lastEnd(text: string): number {
  return endsIn(text).at(-1) ?? 0;
}

/** Where the first sentence of a text ends; its length where none does. */
function firstEnd(text: string): number {
  return endsIn(text)[0] ?? text.length;
}

function endsIn(text: string): number[] {
  return [...text.matchAll(ends)]
    .filter(
      ({ 0: end, index }) => !end.startsWith('.') || !shortened.test(text.slice(0, index + 1)),
    )
    .map(({ 0: end, index }) => index + end.length);
}
