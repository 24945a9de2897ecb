import { doubled } from './word-table.ts';

// What a document's terms are, and where: the ids of those in its number, of those in its description,
// and for each page of those in a row and of those beside them. Each of these lists ends with a zero.
// An id is written in groups of seven bits, the lowest first; all but the last have the eighth bit set.
// So a zero byte is always the end of a list, and a row of words is a row of bytes.

const listsBeforePages = 2;
const listsOfPage = 2;

/** Writes one document after the other. */
export class StreamWriter {
  #bytes = new Uint8Array(1 << 10);
  #length = 0;

  /** The next list; all of it, or as many as count. */
  list(ids: ArrayLike<number>, length = ids.length): void {
    while (this.#length + length * 5 + 1 > this.#bytes.length) this.#bytes = doubled(this.#bytes);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < length; index++) {
      let rest = ids[index] ?? 0;
      for (; rest > 0x7f; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
      bytes[at++] = rest;
    }
    bytes[at++] = 0;
    this.#length = at;
  }

  /** What was written, which the next list overwrites; and begins anew. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    return taken;
  }
}

/** The lists of a document, in their order: of its number, of its description, two for each page. */
export function* listsOf(stream: Uint8Array): Generator<number[]> {
  let ids: number[] = [];
  let [id, shift] = [0, 0];
  for (const byte of stream) {
    id |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte > 0x7f) continue;
    if (id !== 0) ids.push(id);
    else {
      yield ids;
      ids = [];
    }
    [id, shift] = [0, 0];
  }
}

/** Finds terms in documents, all of them in one go. */
export class TermFinder {
  readonly #ids: ReadonlySet<number>;
  /** By the last two bytes of an id: whether it may be one of them, which nearly all of a document are not. */
  readonly #mayBe = new Uint8Array(1 << (2 * bitsOfGroup));

  constructor(ids: ReadonlySet<number>) {
    this.#ids = ids;
    this.#addAfterAny(0);
    for (const id of ids) {
      let [before, last] = [0, id];
      for (; last > groupMask; last >>>= bitsOfGroup) before = last & groupMask;
      if (last === id) this.#addAfterAny(id);
      else this.#mayBe[endOf(before, last)] = 1;
    }
  }

  /** What is one byte alone stands after whatever the one before it ends with. */
  #addAfterAny(byte: number): void {
    for (let before = 0; before <= groupMask; before++) this.#mayBe[endOf(before, byte)] = 1;
  }

  /** By each of the terms that is there: the pages, from 1, that have it, and how often. */
  pagesIn(stream: Uint8Array): Map<number, Map<number, number>> {
    const found = new Map<number, Map<number, number>>();
    const mayBe = this.#mayBe;
    const length = this.#ids.size === 0 ? 0 : stream.length;
    for (let list = 0, before = 0, at = 0; at < length; at++) {
      const byte = stream[at] ?? 0;
      const isSought = mayBe[endOf(before, byte)] === 1;
      before = byte;
      if (!isSought) continue;
      if (byte === 0) list++;
      else if (byte <= groupMask && list >= listsBeforePages) {
        const id = idEndingAt(stream, at);
        if (this.#ids.has(id)) addPage(found, id, pageOf(list));
      }
    }
    return found;
  }
}

const bitsOfGroup = 7;
const groupMask = (1 << bitsOfGroup) - 1;

function endOf(before: number, last: number): number {
  return ((before & groupMask) << bitsOfGroup) | (last & groupMask);
}

function idEndingAt(stream: Uint8Array, last: number): number {
  let id = stream[last] ?? 0;
  for (let at = last - 1; at >= 0 && (stream[at] ?? 0) > groupMask; at--) {
    id = (id << bitsOfGroup) | ((stream[at] ?? 0) & groupMask);
  }
  return id;
}

function addPage(found: Map<number, Map<number, number>>, id: number, page: number): void {
  const pages = found.get(id);
  if (pages === undefined) found.set(id, new Map([[page, 1]]));
  else pages.set(page, (pages.get(page) ?? 0) + 1);
}

/** How a row of words is written; null when one of them is in no document. */
export function phraseBytes(ids: readonly (number | null)[]): Buffer | null {
  if (ids.includes(null)) return null;
  const writer = new StreamWriter();
  writer.list(ids.map((id) => id ?? 0));
  return Buffer.from(writer.take().subarray(0, -1)); // a copy
}

/** The pages, from 1, on which these words follow each other. */
export function pagesWithPhrase(stream: Uint8Array, phrase: Buffer): number[] {
  const bytes = Buffer.from(stream.buffer, stream.byteOffset, stream.byteLength);
  const pages: number[] = [];
  let [list, counted] = [0, 0];
  for (let at = bytes.indexOf(phrase); at !== -1; at = bytes.indexOf(phrase, at + 1)) {
    if (at > 0 && (bytes[at - 1] ?? 0) > 0x7f) continue; // within an id
    for (; counted < at; counted++) if (bytes[counted] === 0) list++;
    const isInRow = list >= listsBeforePages && (list - listsBeforePages) % listsOfPage === 0;
    if (isInRow && pages.at(-1) !== pageOf(list)) pages.push(pageOf(list));
  }
  return pages;
}

function pageOf(list: number): number {
  return 1 + Math.floor((list - listsBeforePages) / listsOfPage);
}
