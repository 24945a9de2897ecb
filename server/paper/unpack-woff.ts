import { inflateSync } from 'node:zlib';

/**
 * Unpacks a WOFF font. Of a packed one, fontkit inflates the whole table of
 * glyphs again for every glyph it measures: 35 pages of Japanese took 6.8 s, and 0.2 s from the same font unpacked (15 November 2026, 2 cores).
 */
export function unpackWoff(woff: Buffer): Buffer {
  const tableCount = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * tableCount);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(tableCount, 4);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (let table = 0; table < tableCount; table++) {
    const from = 44 + 20 * table;
    const to = 12 + 16 * table;
    const packedAt = woff.readUInt32BE(from + 4);
    const packedLength = woff.readUInt32BE(from + 8);
    const length = woff.readUInt32BE(from + 12);
    const packed = woff.subarray(packedAt, packedAt + packedLength);
    woff.copy(directory, to, from, from + 4);
    woff.copy(directory, to + 4, from + 16, from + 20);
    directory.writeUInt32BE(offset, to + 8);
    directory.writeUInt32BE(length, to + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(packedLength < length ? inflateSync(packed) : packed, padding);
    offset += length + padding.length;
  }
  return Buffer.concat(parts);
}
