/**
 * Every text that is this one but for a slip: one letter wrong, missing, added, or two swapped. What
 * is before it stays: the slip is not after so many letters.
 */
export function slipsOf(word: string, notAfter = Infinity): Set<string> {
  const letters = [...word];
  const slips = new Set<string>();
  for (let at = 0; at <= Math.min(letters.length, notAfter); at++) {
    const before = letters.slice(0, at).join('');
    const [here = '', next = '', ...rest] = letters.slice(at);
    const after = rest.join('');
    if (here !== '') slips.add(before + next + after);
    if (next !== '') slips.add(before + next + here + after);
    for (const letter of alphabet) {
      slips.add(before + letter + here + next + after);
      if (here !== '') slips.add(before + letter + next + after);
    }
  }
  slips.delete(word);
  slips.delete('');
  return slips;
}

// What folded words of Latin letters are made of. In other writings a letter can be missing or swapped.
const alphabet = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
