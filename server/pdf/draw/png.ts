import { crc32, deflateSync } from 'node:zlib';

// Colour types of a PNG (section 11.2.1): RGB, or an index into a palette.
const ofColours = 2;
const ofPalette = 3;
const mostInPalette = 256;
type ChannelBits = 4 | 3 | 2;

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * Encodes a small picture as PNG, from rows of red, green, blue and an ignored fourth byte. Colours are rounded to
 * 16 shades per channel: most pages then fit a palette, which takes a fifth of the bytes.
 */
export function encodePng(width: number, height: number, rgbx: Uint8Array): Buffer {
  const rounded = encodeRounded(width, height, rgbx, 4);
  if (rounded !== null) return rounded;
  const rows = rowsOf(height, withoutFourth(width * height, rgbx));
  return png(width, height, { bits: 8, kind: ofColours }, [chunk('IDAT', deflate(rows))]);
}

/** The same with this number of bits for each channel; null if it has too many colours for a palette, which 2 bits never have. */
export function encodeRounded(
  width: number,
  height: number,
  rgbx: Uint8Array,
  channelBits: ChannelBits,
): Buffer | null {
  const palette: number[] = [];
  const pixels = pixelsIn(palette, rgbx.subarray(0, width * height * 4), channelBits);
  if (pixels === null) return null;
  const bits = palette.length <= 16 ? 4 : 8;
  const rows = rowsOf(height, bits === 4 ? packHalves(width, height, pixels) : pixels);
  const chunks = [chunk('PLTE', shadesOf(palette, channelBits)), chunk('IDAT', deflate(rows))];
  return png(width, height, { bits, kind: ofPalette }, chunks);
}

/** Fills the palette and returns the index of each pixel; null if there are too many colours. */
function pixelsIn(
  palette: number[],
  rgbx: Uint8Array,
  channelBits: ChannelBits,
): Uint8Array | null {
  const kept = 0xf00 >> channelBits;
  const mask = ((kept & 0xf0) << 4) | (kept & 0xf0) | ((kept & 0xf0) >> 4);
  const places = new Int16Array(4096).fill(-1);
  const pixels = new Uint8Array(rgbx.length / 4);
  const words = wordsOf(rgbx);
  for (let at = 0; at < pixels.length; at++) {
    const word = words[at] ?? 0; // red is its lowest byte
    const colour = (((word & 0xf0) << 4) | ((word >> 8) & 0xf0) | ((word >> 20) & 0xf)) & mask;
    let place = places[colour] ?? -1;
    if (place < 0) {
      place = palette.push(colour) - 1;
      if (place >= mostInPalette) return null;
      places[colour] = place;
    }
    pixels[at] = place;
  }
  return pixels;
}

/** A whole number for each pixel, which takes half of the time that its bytes take. */
function wordsOf(rgbx: Uint8Array): Int32Array {
  const { buffer, byteOffset, length } = rgbx.byteOffset % 4 === 0 ? rgbx : rgbx.slice();
  return new Int32Array(buffer, byteOffset, length / 4);
}

function withoutFourth(count: number, rgbx: Uint8Array): Uint8Array {
  const rgb = new Uint8Array(count * 3);
  for (let to = 0; to < rgb.length; to++) rgb[to] = rgbx[Math.floor(to / 3) + to] ?? 0;
  return rgb;
}

/** Two pixels in each byte. */
function packHalves(width: number, height: number, pixels: Uint8Array): Uint8Array {
  const rowBytes = Math.ceil(width / 2);
  const packed = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * rowBytes + (x >> 1);
      packed[at] = (packed[at] ?? 0) | ((pixels[y * width + x] ?? 0) << (x % 2 === 0 ? 4 : 0));
    }
  }
  return packed;
}

/** Each row begins with the number of its filter: 0, none. */
function rowsOf(height: number, bytes: Uint8Array): Buffer {
  const rowBytes = bytes.length / height;
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) {
    rows.set(bytes.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  }
  return rows;
}

function shadesOf(palette: readonly number[], channelBits: ChannelBits): Buffer {
  const brightest = 16 - 2 ** (4 - channelBits);
  const shadeOf = (part: number) => Math.round((part * 255) / brightest);
  return Buffer.from(
    palette.flatMap((colour) => [
      shadeOf(colour >> 8),
      shadeOf((colour >> 4) & 15),
      shadeOf(colour & 15),
    ]),
  );
}

function png(
  width: number,
  height: number,
  { bits, kind }: { bits: number; kind: number },
  chunks: readonly Buffer[],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  header[9] = kind;
  return Buffer.concat([signature, chunk('IHDR', header), ...chunks, chunk('IEND')]);
}

function deflate(rows: Buffer): Buffer {
  return deflateSync(rows, { level: 2 });
}

function chunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const framed = Buffer.allocUnsafe(data.length + 12);
  framed.writeUInt32BE(data.length, 0);
  framed.write(type, 4, 'latin1');
  framed.set(data, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, data.length + 8)), data.length + 8);
  return framed;
}
