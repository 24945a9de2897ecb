import { randomNumbers } from '../test/random.ts';

// Documents of 300 pages for the redline's bench: words as often as in real texts, a few of them everywhere.

export const pages = 300;
export const wordsAPage = 450;

export type RedlineCase = { name: string; from: string[]; to: string[] };

const vocabulary = 9000;

function writer(seed: string): () => string {
  const random = randomNumbers('redline', seed);
  // By Zipf's law: the second most frequent word is half as frequent as the first.
  return () => wordOf(Math.floor(Math.exp(random() * Math.log(vocabulary))));
}

function wordOf(number: number): string {
  let [rest, word] = [number * 7919, ''];
  while (rest > 0) {
    word += 'etaoinsrhdlucmfywgpbvkxqjz'[rest % 26];
    rest = Math.floor(rest / 26);
  }
  return word;
}

export function redlineCases(): RedlineCase[] {
  const write = writer('base');
  const from = Array.from({ length: pages * wordsAPage }, write);
  return [
    { name: '1 % edited', from, to: edited(from, 0.01) },
    { name: '5 blocks moved, 5 % edited', from, to: moved(edited(from, 0.05)) },
    { name: 'a fifth rewritten', from, to: rewritten(from) },
  ];
}

function edited(words: readonly string[], share: number): string[] {
  const write = writer(`edit ${share}`);
  const random = randomNumbers('redline', 'edits', share);
  return words.map((word) => (random() < share ? write() : word));
}

function moved(words: readonly string[]): string[] {
  const random = randomNumbers('redline', 'moves');
  const after = [...words];
  for (let block = 0; block < 5; block++) {
    const taken = after.splice(Math.floor(random() * after.length), 2 * wordsAPage);
    after.splice(Math.floor(random() * after.length), 0, ...taken);
  }
  return after;
}

/** Every fifth page. */
function rewritten(words: readonly string[]): string[] {
  const write = writer('rewritten');
  return words.map((word, at) => (Math.floor(at / wordsAPage) % 5 === 2 ? write() : word));
}
