// Random numbers from a seed: every run of the generator must write the same bytes, so it uses
// neither Math.random nor the clock.

/** A number from 0 up to 1, always the same for the same seed. */
export function random(...seed: (string | number)[]): number {
  return randomNumbers(...seed)();
}

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

/** One of the options, always the same for the same seed. */
export function oneOf<Option>(options: readonly Option[], ...seed: (string | number)[]): Option {
  const option = options[Math.floor(random(...seed) * options.length)];
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
