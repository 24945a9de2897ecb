import { inflateSync } from 'node:zlib';
import { decode } from 'fast-png';
import { mostPicturePixels } from '#contract/note-words.ts';
import type { CheckedPicture } from './check-picture.ts';

// Decodes a picture for check-picture.ts, in a separate process: it takes seconds, or much memory, if it is hostile.

process.on('message', (png: Uint8Array) => {
  process.send?.({ picture: checked(Buffer.from(png)) }, undefined, {}, () => process.exit(0));
});
process.once('disconnect', () => process.exit(1));

/** Without texts, times or places that a camera wrote; null where it is no whole picture. */
function checked(png: Buffer): CheckedPicture | null {
  try {
    const chunks = chunksOf(png).filter(({ type }) => kept.has(type));
    const pixels = chunks.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : []));
    inflateSync(Buffer.concat(pixels), { maxOutputLength: mostBytes }); // a bomb fails here
    const plain = Buffer.concat([png.subarray(0, 8), ...chunks.map(({ whole }) => whole)]);
    const { width, height } = decode(plain, { checkCrc: true });
    return { png: plain, width, height };
  } catch {
    return null;
  }
}

const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
/** A pixel has four samples of two bytes at most, and each row one byte more. */
const mostBytes = mostPicturePixels * 9;

/** What follows the end is no part of the picture. */
function chunksOf(png: Buffer): { type: string; data: Buffer; whole: Buffer }[] {
  const chunks = [];
  for (let at = 8, type = ''; type !== 'IEND';) {
    const end = at + 12 + png.readUInt32BE(at);
    type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, end - 4), whole: png.subarray(at, end) });
    at = end;
  }
  return chunks;
}
