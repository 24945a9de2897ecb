import { putTermWord } from './marks.ts';
import { doubled } from './word-table.ts';

const longestTerm = 8;
const space = 0x20;

/** Words with spaces between them, as FTS5 takes them; written byte by byte, as there are many. */
export class WordList {
  #bytes = Buffer.alloc(1 << 16);
  #length = 0;

  add(word: string): void {
    this.#makeRoom(word.length);
    this.#length += this.#bytes.write(word, this.#length, 'latin1');
    this.#bytes[this.#length++] = space;
  }

  /** A term, with a mark of one letter perhaps. */
  addTerm(id: number, mark?: string): void {
    this.#makeRoom(longestTerm);
    if (mark !== undefined) this.#bytes[this.#length++] = mark.charCodeAt(0);
    this.#length = putTermWord(id, this.#bytes, this.#length);
    this.#bytes[this.#length++] = space;
  }

  take(): string {
    const taken = this.#bytes.toString('latin1', 0, this.#length);
    this.#length = 0;
    return taken;
  }

  #makeRoom(letters: number): void {
    while (this.#length + letters + 1 > this.#bytes.length) {
      this.#bytes = Buffer.from(doubled(new Uint8Array(this.#bytes)).buffer);
    }
  }
}
