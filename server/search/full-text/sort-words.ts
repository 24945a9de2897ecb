/** Words, and of each the row of a document that has it. */
export type Pairs = { words: Int32Array; rows: Int32Array };

export const noPairs: Pairs = { words: new Int32Array(), rows: new Int32Array() };

const mostBitsAtOnce = 13;

/** The pairs in the order of their words; those of one word stay in their order. */
export function sortByWord({ words, rows }: Pairs): Pairs {
  let all = 0;
  for (let at = 0; at < words.length; at++) all |= words[at] ?? 0;
  const bits = 32 - Math.clz32(all);
  const times = Math.ceil(bits / mostBitsAtOnce);
  const atOnce = Math.ceil(bits / times);
  let from = { words, rows };
  for (let time = 0; time < times; time++) from = sortByBits(from, time * atOnce, atOnce);
  return from;
}

/** By some bits only: what is done for the lowest first and the highest last puts all in order. */
function sortByBits({ words, rows }: Pairs, shift: number, bits: number): Pairs {
  const mask = (1 << bits) - 1;
  const places = new Int32Array(mask + 2);
  for (let at = 0; at < words.length; at++) places[(((words[at] ?? 0) >>> shift) & mask) + 1]! += 1;
  for (let at = 1; at < places.length; at++) places[at]! += places[at - 1] ?? 0;
  const sorted = { words: new Int32Array(words.length), rows: new Int32Array(rows.length) };
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? 0;
    const place = places[(word >>> shift) & mask]!++;
    sorted.words[place] = word;
    sorted.rows[place] = rows[at] ?? 0;
  }
  return sorted;
}
