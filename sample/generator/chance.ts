// Every choice the generator makes comes from here, so that each run writes the same bytes: no
// Math.random, no clock.

/** A number from 0 up to 1, always the same for the same seed. */
export function chance(...seed: (string | number)[]): number {
  return chances(...seed)();
}

/** An endless row of numbers from 0 up to 1, always the same for the same seed. */
export function chances(...seed: (string | number)[]): () => number {
  let state = hashOf(seed.join('\n'));
  return () => {
    // mulberry32: short, and good enough for noise and for choosing among sentences.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of the options, always the same for the same seed. */
export function oneOf<Option>(options: readonly Option[], ...seed: (string | number)[]): Option {
  const option = options[Math.floor(chance(...seed) * options.length)];
  if (option === undefined) throw new Error('There is nothing to choose from.');
  return option;
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash;
}
