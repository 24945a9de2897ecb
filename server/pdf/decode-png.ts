import { crc32, inflateSync } from 'node:zlib';

/** Red, green, blue and alpha for each pixel, from the upper left. */
export type ColourPicture = { width: number; height: number; rgba: Uint8Array };

// PNG, section 11.2.1: the samples of a pixel by colour type; 3 is an index into a palette.
const samplesOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const signature = '89504e470d0a1a0a';

type Header = { width: number; height: number; bits: number; kind: number; samples: number };

/**
 * Decodes a PNG whole, so that what is stored is really a picture; null if it is none, is interlaced, or is larger than
 * `mostSide` pixels on one of its sides.
 */
export function decodePng(png: Uint8Array, mostSide: number): ColourPicture | null {
  const chunks = chunksOf(Buffer.from(png.buffer, png.byteOffset, png.length));
  const header = headerOf(chunks?.[0], mostSide);
  if (chunks === null || header === null || chunks.at(-1)?.type !== 'IEND') return null;
  const dataOf = (type: string) =>
    chunks.filter((one) => one.type === type).map(({ data }) => data);
  const palette = dataOf('PLTE')[0] ?? new Uint8Array();
  if (header.kind === 3 && (palette.length === 0 || palette.length % 3 !== 0)) return null;
  const rows = rowsOf(Buffer.concat(dataOf('IDAT')), header);
  if (rows === null) return null;
  return coloured(rows, header, palette, dataOf('tRNS')[0] ?? new Uint8Array());
}

/** Only the chunks that make the picture: without texts, times or places that a camera wrote. */
export function plainPng(png: Uint8Array): Buffer {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.length);
  const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
  const parts = (chunksOf(bytes) ?? []).filter(({ type }) => kept.has(type));
  return Buffer.concat([bytes.subarray(0, 8), ...parts.map(({ whole }) => whole)]);
}

type Chunk = { type: string; data: Uint8Array; whole: Uint8Array };

function chunksOf(png: Buffer): Chunk[] | null {
  if (png.subarray(0, 8).toString('hex') !== signature) return null;
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length;) {
    if (at + 12 > png.length) return null;
    const end = at + 12 + png.readUInt32BE(at);
    if (end > png.length || crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4)) {
      return null;
    }
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, end - 4), whole: png.subarray(at, end) });
    at = end;
    if (type === 'IEND') return chunks; // what follows is no part of the picture
  }
  return null;
}

function headerOf(chunk: Chunk | undefined, mostSide: number): Header | null {
  if (chunk?.type !== 'IHDR' || chunk.data.length !== 13) return null;
  const data = Buffer.from(chunk.data);
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [bits = 0, kind = -1, compression, filter, interlaced] = data.subarray(8);
  const samples = samplesOf[kind];
  const isSized = width > 0 && height > 0 && width <= mostSide && height <= mostSide;
  if (samples === undefined || !isSized || compression !== 0 || filter !== 0 || interlaced !== 0) {
    return null;
  }
  const isKnown = kind === 0 ? [1, 2, 4, 8, 16] : kind === 3 ? [1, 2, 4, 8] : [8, 16];
  return isKnown.includes(bits) ? { width, height, bits, kind, samples } : null;
}

/** The bytes of the rows, without filters; null if they are not as many as the header says. */
function rowsOf(packed: Uint8Array, header: Header): Uint8Array | null {
  const { width, height, bits, samples } = header;
  const rowBytes = Math.ceil((width * samples * bits) / 8);
  const step = Math.max(1, (samples * bits) >> 3);
  const bytes = unpacked(packed, (rowBytes + 1) * height);
  if (bytes === null) return null;
  const rows = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    const filter = bytes[y * (rowBytes + 1)] ?? 0;
    if (filter > 4) return null;
    for (let x = 0; x < rowBytes; x++) {
      const at = y * rowBytes + x;
      const left = x >= step ? (rows[at - step] ?? 0) : 0;
      const up = y > 0 ? (rows[at - rowBytes] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (rows[at - rowBytes - step] ?? 0) : 0;
      rows[at] = (bytes[y * (rowBytes + 1) + 1 + x] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return rows;
}

function unpacked(packed: Uint8Array, length: number): Uint8Array | null {
  try {
    const bytes = inflateSync(packed, { maxOutputLength: length }); // a bomb fails here
    return bytes.length === length ? bytes : null;
  } catch {
    return null;
  }
}

/** PNG, section 9.2. */
function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter === 0) return 0;
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [
    Math.abs(estimate - left),
    Math.abs(estimate - up),
    Math.abs(estimate - corner),
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function coloured(
  rows: Uint8Array,
  { width, height, bits, kind, samples }: Header,
  palette: Uint8Array,
  transparent: Uint8Array,
): ColourPicture {
  const rowBytes = rows.length / height;
  const rgba = new Uint8Array(width * height * 4);
  const highest = 2 ** Math.min(bits, 8) - 1;
  const sampleAt = (y: number, at: number) => {
    const from = y * rowBytes;
    if (bits >= 8) return rows[from + at * (bits >> 3)] ?? 0;
    const byte = rows[from + ((at * bits) >> 3)] ?? 0;
    return (byte >> (8 - bits - ((at * bits) & 7))) & highest;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 4;
      const first = sampleAt(y, x * samples);
      const grey = (first * 255) / highest;
      if (kind === 3) rgba.set(palette.subarray(first * 3, first * 3 + 3), to);
      else if (samples < 3) rgba.fill(grey, to, to + 3);
      else for (let one = 0; one < 3; one++) rgba[to + one] = sampleAt(y, x * samples + one);
      const hasAlpha = kind === 4 || kind === 6;
      rgba[to + 3] = hasAlpha ? sampleAt(y, x * samples + samples - 1) : 255;
      if (kind === 3) rgba[to + 3] = transparent[first] ?? 255;
    }
  }
  return { width, height, rgba };
}
