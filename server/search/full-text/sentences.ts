/** The sentence, or sentences, from before one place to after another; null where that is too long to be shown. */
export function sentenceAround(
  text: string,
  from: number,
  to: number,
  mostLetters: number,
): { start: number; end: number } | null {
  const first = Math.max(0, from - mostLetters);
  const last = Math.min(text.length, to + mostLetters);
  // Both sides together: whether a line is a heading is seen in its words, which may be what was found.
  const breaks = endsIn(text.slice(first, last)).map((at) => first + at);
  const start = breaks.findLast((at) => at <= from) ?? (first === 0 ? 0 : null);
  const end = breaks.find((at) => at >= to) ?? (last === text.length ? last : null);
  if (start === null || end === null) return null;
  return end - start <= mostLetters ? { start, end } : null;
}

// The end of a sentence, an empty line, or the line before a heading or an item of a list.
const ends =
  /[.!?。！？]["”’)\]]*(?:\s+(?=["“„(]?[\p{Lu}\p{Lo}])|\s*$)|(?<=[。！？])|\n\s*\n|\n(?=\s*(?:[-•–*]\s|\d{1,2}(?:\.\d{1,2})*\.?\s+\p{Lu}|[a-z]{1,2}\)\s))/gu;
// A point after these ends no sentence.
const shortened =
  /(?:^|[\s(])(?:\p{L}|abb|abs|approx|bzw|ca|cf|e\.g|evtl|fig|figs|ggf|i\.e|incl|inkl|max|min|mind|no|nr|pos|ref|rev|sec|tab|usw|vgl|z\.b|d\.h|u\.a)\.$/iu;

/** Where sentences end in a text. */
function endsIn(text: string): number[] {
  return [...text.matchAll(ends)]
    .filter(
      ({ 0: end, index }) => !end.startsWith('.') || !shortened.test(text.slice(0, index + 1)),
    )
    .map(({ 0: end, index }) => index + end.length);
}
