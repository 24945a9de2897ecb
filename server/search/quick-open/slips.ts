/**
 * Every text that is this one but for a slip, the likely ones first: two letters swapped, one too
 * many, one wrong, one missing. What is before the slip stays; it is not after so many letters.
 */
export function slipsOf(word: string, notAfter = Infinity): Set<string> {
  const letters = [...word];
  const places = Array.from({ length: Math.min(letters.length, notAfter) + 1 }, (_, at) => ({
    before: letters.slice(0, at).join(''),
    letter: letters[at] ?? '',
    next: letters[at + 1] ?? '',
    after: letters.slice(at + 1).join(''),
    afterNext: letters.slice(at + 2).join(''),
  }));
  const inside = places.filter(({ letter }) => letter !== '');
  const slips = new Set([
    ...inside.map(({ before, letter, next, afterNext }) => before + next + letter + afterNext),
    ...inside.map(({ before, after }) => before + after),
    ...inside.flatMap(({ before, after }) => alphabet.map((other) => before + other + after)),
    ...places.flatMap(({ before, letter, after }) =>
      alphabet.map((other) => before + other + letter + after),
    ),
  ]);
  slips.delete(word);
  slips.delete('');
  return slips;
}

// What folded words of Latin letters are made of. In other writings a letter can be too many or swapped.
const alphabet = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
