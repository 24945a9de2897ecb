import { crc32, deflateSync } from 'node:zlib';

// Kinds of pixel in a PNG (section 11.2.1): three colours each, or a place in a table of colours.
const ofColours = 2;
const ofPalette = 3;
const mostInPalette = 256;

/**
 * A small picture as PNG, from rows of red, green, blue and a fourth byte that is passed over.
 * Colours are rounded to 16 shades each: most pages then have few enough for a table of them,
 * which takes a fifth of the bytes and of the time.
 */
export function encodePng(width: number, height: number, rgbx: Uint8Array<ArrayBuffer>): Buffer {
  const source = new Uint32Array(rgbx.buffer, rgbx.byteOffset, width * height);
  const bytes = Buffer.from(rgbx.buffer, rgbx.byteOffset, width * height * 4);
  const places = new Int16Array(4096).fill(-1);
  const palette: number[] = [];
  const pixels = new Uint8Array(width * height);
  let before = -1;
  let place = 0;
  for (let from = 0; from < pixels.length; from += width) {
    if (isRowBefore(bytes, from * 4, width * 4)) {
      pixels.copyWithin(from, from - width, from); // most rows of a page are white
      continue;
    }
    for (let at = from; at < from + width; at++) {
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
      pixels[at] = place;
    }
  }
  const isSmall = palette.length <= 16;
  const rows = isSmall ? packedRows(width, height, pixels) : plainRows(width, height, pixels, 1);
  return png(width, height, { bits: isSmall ? 4 : 8, kind: ofPalette }, rows, palette);
}

/** Whether a row has the same bytes as the one above it. */
function isRowBefore(rows: Buffer, from: number, length: number): boolean {
  return from > 0 && rows.compare(rows, from - length, from, from, from + length) === 0;
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

function packedRows(width: number, height: number, pixels: Uint8Array): Buffer {
  const rowBytes = 1 + Math.ceil(width / 2);
  const rows = Buffer.alloc(rowBytes * height);
  const bytes = Buffer.from(pixels.buffer, pixels.byteOffset, pixels.length);
  for (let y = 0; y < height; y++) {
    const to = y * rowBytes;
    if (isRowBefore(bytes, y * width, width)) {
      rows.copyWithin(to, to - rowBytes, to);
      continue;
    }
    for (let x = 0; x < width; x += 2) {
      const from = y * width + x;
      const second = x + 1 < width ? (pixels[from + 1] ?? 0) : 0;
      rows[to + 1 + (x >> 1)] = ((pixels[from] ?? 0) << 4) | second;
    }
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
