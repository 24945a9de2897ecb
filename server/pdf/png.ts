import { crc32, deflateSync } from 'node:zlib';

// Kinds of pixel in a PNG (section 11.2.1): three colours each, or a place in a table of colours.
const ofColours = 2;
const ofPalette = 3;
const mostInPalette = 256;
const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const compression = { level: 2 };

/** A row that is unlike the one above it, and how many rows are like it. */
type EqualRows = { first: number; count: number };

const white = 0xff;

/**
 * Makes small pictures into PNGs, from rows of red, green, blue and a fourth byte that is passed over.
 * Colours are rounded to 16 shades each: most pages then have few enough for a table of them,
 * which takes a fifth of the bytes and of the time. What it works in is kept for the next picture.
 */
export class PngEncoder {
  /** Where in the palette a colour is. */
  readonly #places = new Int16Array(4096).fill(-1);
  #pixels = new Uint8Array(0);
  #packed = Buffer.alloc(0);
  #whiteRow = Buffer.alloc(0);

  /** Gives the picture as PNG, and leaves white where it was. */
  encodeAndClear(width: number, height: number, rgbx: Uint8Array<ArrayBuffer>): Buffer {
    const rows = equalRows(width, height, rgbx);
    const palette: number[] = [];
    const isTabled = this.#tabulate(width, rows, rgbx, palette);
    for (const colour of palette) this.#places[colour] = -1;
    const encoded = isTabled
      ? this.#encodeTabled(width, height, rows, palette)
      : encodeColours(width, height, rgbx);
    this.#clear(width, rows, rgbx);
    return encoded;
  }

  /** Finds the colours, and for each pixel of rows that differ its place among them; false where they are too many. */
  #tabulate(
    width: number,
    rows: readonly EqualRows[],
    rgbx: Uint8Array<ArrayBuffer>,
    palette: number[],
  ): boolean {
    const source = new Uint32Array(rgbx.buffer, rgbx.byteOffset, rgbx.length / 4);
    if (this.#pixels.length < rows.length * width) {
      this.#pixels = new Uint8Array(rows.length * width);
    }
    const [pixels, places] = [this.#pixels, this.#places];
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
            if (place >= mostInPalette) return false;
            places[colour] = place;
          }
        }
        pixels[to++] = place;
      }
    }
    return true;
  }

  #encodeTabled(
    width: number,
    height: number,
    rows: readonly EqualRows[],
    palette: readonly number[],
  ): Buffer {
    const bits = palette.length <= 16 ? 4 : 8;
    const bytes = (1 + Math.ceil((width * bits) / 8)) * height;
    if (this.#packed.length < bytes) this.#packed = Buffer.alloc(bytes);
    const packed = this.#packed.subarray(0, bytes);
    if (bits === 4) packHalves(packed, width, rows, this.#pixels);
    else packBytes(packed, width, rows, this.#pixels);
    return png(width, height, { bits, kind: ofPalette }, packed, palette);
  }

  #clear(width: number, rows: readonly EqualRows[], rgbx: Uint8Array<ArrayBuffer>): void {
    const rowBytes = width * 4;
    if (this.#whiteRow.length !== rowBytes) this.#whiteRow = Buffer.alloc(rowBytes, white);
    for (const { first, count } of rows) {
      const at = first * rowBytes;
      if (this.#whiteRow.equals(rgbx.subarray(at, at + rowBytes))) continue;
      rgbx.fill(white, at, at + count * rowBytes);
    }
  }
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
  palette: readonly number[] | null,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  header[9] = kind;
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...(palette === null ? [] : [chunk('PLTE', shadesOf(palette))]),
    chunk('IDAT', deflateSync(rows, compression)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function shadesOf(palette: readonly number[]): Buffer {
  const shades = Buffer.alloc(palette.length * 3);
  palette.forEach((colour, at) => {
    shades[at * 3] = (colour >> 8) * 17;
    shades[at * 3 + 1] = ((colour >> 4) & 15) * 17;
    shades[at * 3 + 2] = (colour & 15) * 17;
  });
  return shades;
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

function packBytes(
  packed: Buffer,
  width: number,
  rows: readonly EqualRows[],
  pixels: Uint8Array,
): void {
  const rowBytes = 1 + width;
  rows.forEach(({ first, count }, at) => {
    packed[first * rowBytes] = 0;
    packed.set(pixels.subarray(at * width, (at + 1) * width), first * rowBytes + 1);
    repeat(packed, first * rowBytes, rowBytes, count);
  });
}

/** Two pixels in each byte. */
function packHalves(
  packed: Buffer,
  width: number,
  rows: readonly EqualRows[],
  pixels: Uint8Array,
): void {
  const rowBytes = 1 + Math.ceil(width / 2);
  rows.forEach(({ first, count }, at) => {
    let to = first * rowBytes;
    packed[to++] = 0;
    for (let x = 0; x < width; x += 2) {
      const from = at * width + x;
      const second = x + 1 < width ? (pixels[from + 1] ?? 0) : 0;
      packed[to++] = ((pixels[from] ?? 0) << 4) | second;
    }
    repeat(packed, first * rowBytes, rowBytes, count);
  });
}

/** Writes a row below itself, twice as many each time. */
function repeat(rows: Buffer, from: number, rowBytes: number, count: number): void {
  for (let done = 1; done < count; done *= 2) {
    const more = Math.min(done, count - done);
    rows.copyWithin(from + done * rowBytes, from, from + more * rowBytes);
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(data.length + 12);
  framed.writeUInt32BE(data.length, 0);
  framed.write(type, 4, 'latin1');
  framed.set(data, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, data.length + 8)), data.length + 8);
  return framed;
}
