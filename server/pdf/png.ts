import { crc32, deflateSync } from 'node:zlib';

// Kinds of pixel in a PNG (section 11.2.1): three colours each, or a place in a table of colours.
const ofColours = 2;
const ofPalette = 3;
const mostInPalette = 256;

/** A row that is unlike the one above it, and how many rows are like it. */
type EqualRows = { first: number; count: number };

/**
 * A small picture as PNG, from rows of red, green, blue and a fourth byte that is passed over.
 * Colours are rounded to 16 shades each: most pages then have few enough for a table of them,
 * which takes a fifth of the bytes and of the time.
 */
export function encodePng(width: number, height: number, rgbx: Uint8Array<ArrayBuffer>): Buffer {
  const source = new Uint32Array(rgbx.buffer, rgbx.byteOffset, width * height);
  const rows = equalRows(width, height, rgbx);
  const places = new Int16Array(4096).fill(-1);
  const palette: number[] = [];
  const pixels = new Uint8Array(rows.length * width);
  let before = -1;
  let place = 0;
  let to = 0;
  for (const { first } of rows) {
    for (let at = first * width; at < (first + 1) * width; at++) {
      const pixel = source[at] ?? 0; // blue, green and red from the left: wasm's order of bytes
      if (pixel !== before) {
        before = pixel;
        const colour = ((pixel & 0xf0) << 4) | ((pixel >> 8) & 0xf0) | ((pixel >> 20) & 0xf);
        place = places[colour] ?? -1;
        if (place < 0) {
          place = palette.push(colour) - 1;
          if (place >= mostInPalette) return encodeColours(width, height, rgbx);
          places[colour] = place;
        }
      }
      pixels[to++] = place;
    }
  }
  const bits = palette.length <= 16 ? 4 : 8;
  const packed =
    bits === 4
      ? rowsOfHalves(width, height, rows, pixels)
      : rowsOfBytes(width, height, rows, pixels);
  return png(width, height, { bits, kind: ofPalette }, packed, palette);
}

/** Most rows of a page are white: as many as can be are compared at once. */
function equalRows(width: number, height: number, rgbx: Uint8Array<ArrayBuffer>): EqualRows[] {
  const rowBytes = width * 4;
  const bytes = Buffer.from(rgbx.buffer, rgbx.byteOffset, height * rowBytes);
  const areEqual = (from: number, to: number) =>
    bytes.compare(
      bytes,
      (from - 1) * rowBytes,
      (to - 1) * rowBytes,
      from * rowBytes,
      to * rowBytes,
    ) === 0;
  const found: EqualRows[] = [];
  for (let first = 0; first < height;) {
    let next = first + 1;
    let step = 1;
    while (next + step <= height && areEqual(next, next + step)) {
      next += step;
      step *= 2;
    }
    for (step = Math.floor(step / 2); step >= 1; step = Math.floor(step / 2)) {
      if (next + step <= height && areEqual(next, next + step)) next += step;
    }
    found.push({ first, count: next - first });
    first = next;
  }
  return found;
}

function encodeColours(width: number, height: number, rgbx: Uint8Array): Buffer {
  const rgb = new Uint8Array(width * height * 3);
  for (let at = 0, from = 0; at < rgb.length; at += 3, from += 4) {
    rgb[at] = rgbx[from] ?? 0;
    rgb[at + 1] = rgbx[from + 1] ?? 0;
    rgb[at + 2] = rgbx[from + 2] ?? 0;
  }
  const rows = plainRows(width, height, rgb, 3);
  return png(width, height, { bits: 8, kind: ofColours }, rows, null);
}

function png(
  width: number,
  height: number,
  { bits, kind }: { bits: number; kind: number },
  rows: Buffer,
  palette: number[] | null,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, kind], 8);
  const shades = (palette ?? []).flatMap((colour) =>
    [colour >> 8, (colour >> 4) & 15, colour & 15].map((shade) => shade * 17),
  );
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...(palette === null ? [] : [chunk('PLTE', Buffer.from(shades))]),
    chunk('IDAT', deflateSync(rows, { level: 2 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

// Each row begins with the number of its filter: 0, none.
function plainRows(width: number, height: number, pixels: Uint8Array, bytesEach: number): Buffer {
  const rowBytes = width * bytesEach;
  const rows = Buffer.alloc((rowBytes + 1) * height);
  for (let y = 0; y < height; y++) {
    rows.set(pixels.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  }
  return rows;
}

function rowsOfBytes(
  width: number,
  height: number,
  rows: readonly EqualRows[],
  pixels: Uint8Array,
): Buffer {
  const packed = Buffer.alloc((width + 1) * height);
  rows.forEach(({ first, count }, at) => {
    packed.set(pixels.subarray(at * width, (at + 1) * width), first * (width + 1) + 1);
    repeat(packed, first * (width + 1), width + 1, count);
  });
  return packed;
}

/** Two pixels in each byte. */
function rowsOfHalves(
  width: number,
  height: number,
  rows: readonly EqualRows[],
  pixels: Uint8Array,
): Buffer {
  const rowBytes = 1 + Math.ceil(width / 2);
  const packed = Buffer.alloc(rowBytes * height);
  rows.forEach(({ first, count }, at) => {
    let to = first * rowBytes + 1;
    for (let x = 0; x < width; x += 2) {
      const from = at * width + x;
      const second = x + 1 < width ? (pixels[from + 1] ?? 0) : 0;
      packed[to++] = ((pixels[from] ?? 0) << 4) | second;
    }
    repeat(packed, first * rowBytes, rowBytes, count);
  });
  return packed;
}

/** Writes a row below itself, twice as many each time. */
function repeat(rows: Buffer, from: number, rowBytes: number, count: number): void {
  for (let done = 1; done < count; done *= 2) {
    const more = Math.min(done, count - done);
    rows.copyWithin(from + done * rowBytes, from, from + more * rowBytes);
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
