/** Words, and of each the row of a document that has it. */
export type Pairs = { words: Int32Array; rows: Int32Array };

const bitsAtOnce = 11;

/** The pairs in the order of their words; those of one word stay in their order. */
export function sortByWord({ words, rows }: Pairs): Pairs {
  let most = 0;
  for (let at = 0; at < words.length; at++) most = Math.max(most, words[at] ?? 0);
  let from = { words, rows };
  for (let shift = 0; most >>> shift > 0; shift += bitsAtOnce) from = sortByBits(from, shift);
  return from;
}

/** By some bits only: what is done for the lowest first and the highest last puts all in order. */
function sortByBits({ words, rows }: Pairs, shift: number): Pairs {
  const mask = (1 << bitsAtOnce) - 1;
  const places = new Int32Array(mask + 2);
  for (let at = 0; at < words.length; at++) places[(((words[at] ?? 0) >>> shift) & mask) + 1]! += 1;
  for (let bits = 1; bits < places.length; bits++) places[bits]! += places[bits - 1] ?? 0;
  const sorted = { words: new Int32Array(words.length), rows: new Int32Array(rows.length) };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    const place = places[(word >>> shift) & mask]!++;
    sorted.words[place] = word;
    sorted.rows[place] = rows[at] ?? 0;
  }
  return sorted;
}
