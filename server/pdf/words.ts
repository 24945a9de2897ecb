import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Db } from '../db/schema.ts';

/**
 * A run of letters without a blank, on one line; of Chinese and Japanese one character. Its place in
 * points, from the upper left of the page as it is shown. A word that goes on in the next line ends
 * with `brokenOff`.
 */
export type Word = { text: string; left: number; top: number; width: number; height: number };

/** Stands for the hyphen at the end of a line: a soft hyphen, which no other word ends with. */
export const brokenOff = '\u00AD';

// Level 1 takes a third of the time of level 6, and gives a sixth more bytes.
const compression = { level: 1 };
const mostUnpackedBytes = 512 * 1024 * 1024;
const perPoint = 10;

/** The words of every page, in tenths of points, small enough to be kept for each content. */
export function packWords(pages: readonly (readonly Word[])[]): Uint8Array {
  const packer = new WordPacker();
  for (const words of pages) packer.addPage(words);
  return packer.pack();
}

/** Packs page by page: the words of a long document are many times larger as objects. */
export class WordPacker {
  #numbers = new Uint8Array(4096);
  #used = 0;
  #pages = 0;
  readonly #texts: string[] = [];

  addPage(words: readonly Word[]): void {
    this.#pages += 1;
    this.#add(words.length);
    let [right, top, height] = [0, 0, 0];
    for (const word of words) {
      const left = tenths(word.left);
      this.#addSigned(left - right);
      this.#addSigned(tenths(word.top) - top);
      this.#addSigned(tenths(word.height) - height);
      this.#add(Math.max(0, tenths(word.width)));
      right = left + Math.max(0, tenths(word.width));
      top = tenths(word.top);
      height = tenths(word.height);
    }
    this.#texts.push(words.map(({ text }) => text).join('\n'));
  }

  pack(): Uint8Array {
    const texts = Buffer.from(this.#texts.join('\n\n'), 'utf8');
    const head = Buffer.alloc(8);
    head.writeUInt32LE(this.#pages, 0);
    head.writeUInt32LE(this.#used, 4);
    const numbers = this.#numbers.subarray(0, this.#used);
    return deflateRawSync(Buffer.concat([head, numbers, texts]), compression);
  }

  #addSigned(value: number): void {
    this.#add(value < 0 ? -2 * value - 1 : 2 * value);
  }

  #add(value: number): void {
    if (this.#used + 8 > this.#numbers.length) {
      const larger = new Uint8Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
      this.#numbers[this.#used++] = (rest % 0x80) | 0x80;
    }
    this.#numbers[this.#used++] = rest;
  }
}

export function unpackWords(packed: Uint8Array): Word[][] {
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
  return Array.from({ length: pages }, () => {
    const count = next();
    let [right, top, height] = [0, 0, 0];
    const words: Word[] = [];
    for (let word = 0; word < count; word++) {
      const left = right + nextSigned();
      top += nextSigned();
      height += nextSigned();
      const width = next();
      right = left + width;
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
}

/** The words of a content, page by page; null until they are read. */
export async function readWords(db: Db, hash: string): Promise<Word[][] | null> {
  const query = db.selectFrom('content_words').select('words').where('hash', '=', hash);
  const found = await query.executeTakeFirst();
  return found === undefined ? null : unpackWords(found.words);
}

const farthest = 1e8;

function tenths(points: number): number {
  if (!Number.isFinite(points)) return 0;
  return Math.max(-farthest, Math.min(farthest, Math.round(points * perPoint)));
}
