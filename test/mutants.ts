import { randomNumbers } from './random.ts';

/** The same bytes for the same seed, changed, removed and repeated at a few places, with large numbers. */
export function mutate(original: Buffer, seed: number): Buffer {
  const random = randomNumbers('mutant', seed);
  let bytes: Buffer = Buffer.from(original);
  const changes = 1 + Math.floor(random() * 8);
  for (let change = 0; change < changes; change++) {
    const at = Math.floor(random() * bytes.length);
    const length = Math.floor(random() * 40);
    const kind = Math.floor(random() * 5);
    if (kind === 0) bytes[at] = Math.floor(random() * 256);
    if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    if (kind === 2) bytes.copyWithin(at, Math.floor(random() * bytes.length));
    if (kind === 3) bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    if (kind === 4) bytes = withLargeNumber(bytes, Math.floor(random() * 30));
  }
  return bytes;
}

function withLargeNumber(bytes: Buffer, which: number): Buffer {
  let seen = 0;
  const text = bytes.toString('latin1');
  const large = text.replace(/\b\d+\b/g, (number) => (seen++ === which ? '2147483647' : number));
  return Buffer.from(large, 'latin1');
}
