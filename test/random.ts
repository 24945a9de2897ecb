// Random numbers from a seed: every run must make the same.

/** Gives one number from 0 up to 1 after another, always the same ones for the same seed. */
export function randomNumbers(...seed: (string | number)[]): () => number {
  return randomNumbersFrom(hashOf(seed.join('\n')));
}

/** The same, from a seed that is a number of 32 bits. */
export function randomNumbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    // mulberry32: short, and random enough for noise and for choosing among sentences.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash;
}
