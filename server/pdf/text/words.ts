import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Db } from '../../db/schema.ts';

/**
 * A run of letters without a space, on one line; in Chinese and Japanese one character. Its box is in
 * points, from the upper left of the page as shown. A word that continues on the next line ends with
 * `brokenOff`.
 */
export type Word = {
  text: string;
  left: number;
  top: number;
  width: number;
  height: number;
  /** Of a header, footer or watermark. */
  furniture?: FurnitureKind;
};

export type FurnitureKind = 'header' | 'footer' | 'watermark';

/** Words of a page's line that are furniture; `at` and `to` are in the page's text. See furniture.ts. */
export type PdfFurniture = {
  page: number;
  word: number;
  end: number;
  at: number;
  to: number;
  kind: FurnitureKind;
};

/** Replaces the hyphen at the end of a line: a soft hyphen, which no other word ends with. */
export const brokenOff = '\u00AD';

// Level 1 takes a third of the time of level 6, and a sixth more bytes.
const compression = { level: 1 };
const mostUnpackedBytes = 512 * 1024 * 1024;
const perPoint = 10;
const kinds: FurnitureKind[] = ['header', 'footer', 'watermark'];

/** Packs the words of every page, in tenths of points, small enough to store for each content. */
export function packWords(pages: readonly (readonly Word[])[]): Uint8Array {
  const packer = new WordPacker();
  for (const words of pages) {
    for (const { text, left, top, width, height } of words) {
      packer.add(text, left, top, width, height);
    }
    packer.endPage();
  }
  return packer.pack([]);
}

/** Packs word by word, as the words of a long document take many times the memory as objects. */
export class WordPacker {
  #numbers = new Uint8Array(1024);
  #used = 0;
  #pages = 0;
  readonly #texts: string[] = [];
  /** The words of the page that is packed, and four numbers for each. */
  #words: string[] = [];
  #places = new Int32Array(1024);

  /** The next word of the page; see `Word`. */
  add(text: string, left: number, top: number, width: number, height: number): void {
    const at = this.#words.push(text) * 4 - 4;
    if (at + 4 > this.#places.length) this.#places = enlarged(this.#places, Int32Array);
    this.#places[at] = tenths(left);
    this.#places[at + 1] = tenths(top);
    this.#places[at + 2] = Math.max(0, tenths(width));
    this.#places[at + 3] = tenths(height);
  }

  get hasWords(): boolean {
    return this.#texts.some((text) => text !== '');
  }

  endPage(): void {
    const count = this.#words.length;
    this.#write(count);
    const places = this.#places;
    let [right, top, height] = [0, 0, 0];
    for (let at = 0; at < count * 4; at += 4) {
      const [left, width] = [places[at] ?? 0, places[at + 2] ?? 0];
      this.#writeSigned(left - right);
      this.#writeSigned((places[at + 1] ?? 0) - top);
      this.#writeSigned((places[at + 3] ?? 0) - height);
      this.#write(width);
      right = left + width;
      top = places[at + 1] ?? 0;
      height = places[at + 3] ?? 0;
    }
    this.#pages += 1;
    this.#texts.push(this.#words.join('\n'));
    this.#words = [];
  }

  pack(furniture: readonly Pick<PdfFurniture, 'page' | 'word' | 'end' | 'kind'>[]): Uint8Array {
    this.#write(furniture.length);
    for (const { page, word, end, kind } of furniture) {
      for (const value of [page, word, end, kinds.indexOf(kind)]) this.#write(value);
    }
    const texts = Buffer.from(this.#texts.join('\n\n'), 'utf8');
    const head = Buffer.alloc(8);
    head.writeUInt32LE(this.#pages, 0);
    head.writeUInt32LE(this.#used, 4);
    const numbers = this.#numbers.subarray(0, this.#used);
    return deflateRawSync(Buffer.concat([head, numbers, texts]), compression);
  }

  #writeSigned(value: number): void {
    this.#write(value < 0 ? -2 * value - 1 : 2 * value);
  }

  // No number is larger than four times `farthest`: operations on 32 bits are enough.
  #write(value: number): void {
    if (this.#used + 8 > this.#numbers.length) this.#numbers = enlarged(this.#numbers, Uint8Array);
    let rest = value;
    for (; rest >= 0x80; rest >>>= 7) this.#numbers[this.#used++] = (rest & 0x7f) | 0x80;
    this.#numbers[this.#used++] = rest;
  }
}

/** With `only`, pages that it does not name (from 0) stay empty: most of the time goes into making the words. */
export function unpackWords(packed: Uint8Array, only?: ReadonlySet<number>): Word[][] {
  const bytes = inflateRawSync(packed, { maxOutputLength: mostUnpackedBytes });
  const pages = bytes.readUInt32LE(0);
  const end = 8 + bytes.readUInt32LE(4);
  // A page without words is an empty text; so is the whole without any.
  const texts = bytes.subarray(end).toString('utf8').split('\n');
  let at = 8;
  let text = 0;
  const next = () => {
    let value = 0;
    for (let weight = 1; ; weight *= 0x80) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * weight;
      if (byte < 0x80) return value;
    }
  };
  const nextSigned = () => {
    const value = next();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  };
  const all = Array.from({ length: pages }, (_, page) => {
    const isWanted = only?.has(page) ?? true;
    const count = next();
    let [right, top, height] = [0, 0, 0];
    const words: Word[] = [];
    for (let word = 0; word < count; word++) {
      const left = right + nextSigned();
      top += nextSigned();
      height += nextSigned();
      const width = next();
      right = left + width;
      if (!isWanted) continue;
      words.push({
        text: texts[text + word] ?? '',
        left: left / perPoint,
        top: top / perPoint,
        width: width / perPoint,
        height: height / perPoint,
      });
    }
    text += Math.max(1, count) + 1;
    return words;
  });
  const furniture = at >= end ? 0 : next(); // none in what version 6 packed
  for (let one = 0; one < furniture; one++) {
    const [page, first, behind, kind] = [next(), next(), next(), kinds[next()]];
    if (kind === undefined) break;
    for (const word of all[page]?.slice(first, behind) ?? []) word.furniture = kind;
  }
  return all;
}

/** The words of a content, page by page, or of `only` these; null until they are read. */
export async function readWords(
  db: Db,
  hash: string,
  only?: ReadonlySet<number>,
): Promise<Word[][] | null> {
  const query = db.selectFrom('content_words').select('words').where('hash', '=', hash);
  const found = await query.executeTakeFirst();
  return found === undefined ? null : unpackWords(found.words, only);
}

const farthest = 1e8;

/** Twice as long, with the same numbers. */
function enlarged<Numbers extends Uint8Array | Int32Array>(
  numbers: Numbers,
  Kind: new (length: number) => Numbers,
): Numbers {
  const larger = new Kind(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

function tenths(points: number): number {
  if (!Number.isFinite(points)) return 0;
  return Math.max(-farthest, Math.min(farthest, Math.round(points * perPoint)));
}
