import { readSync, writeSync } from 'node:fs';

/** A request on the pipe: position (a double) and number of bytes. The answer: number of bytes, then the bytes. */
export const requestBytes = 12;
export const answerHeadBytes = 4;
/** Limits the memory that a faulty reader can make us use. */
export const longestAnswer = 1024 * 1024;

// PDFium reads some hundred bytes at a time, all over the file.
export const blockBytes = 256 * 1024;
const mostBlocks = 32;

/** Where PDFium gets the bytes from; `read` is false beyond the end of the file. */
export type PdfBytes = { length: number; read: (position: number, into: Uint8Array) => boolean };

/** The bytes of a file that is in memory. */
export function bytesOf(content: Uint8Array): PdfBytes {
  return {
    length: content.length,
    read: (position, into) => {
      if (position + into.length > content.length) return false;
      into.set(content.subarray(position, position + into.length));
      return true;
    },
  };
}

/** The bytes of the file that served-file.ts serves, at the other end of the pipe. Its calls block. */
export class PipedBytes implements PdfBytes {
  readonly #pipe: number;
  readonly #request = Buffer.alloc(requestBytes);
  readonly #head = Buffer.alloc(answerHeadBytes);
  /** A cache of the blocks used last. */
  readonly #blocks = new Map<number, Uint8Array>();
  readonly length: number;

  constructor(pipe: number, length: number) {
    this.#pipe = pipe;
    this.length = length;
  }

  /** Fills the array from this position; false if the file ends before. */
  read(position: number, into: Uint8Array): boolean {
    if (position + into.length > this.length) return false;
    let done = 0;
    while (done < into.length) {
      const rest = into.subarray(done);
      const read =
        rest.length >= blockBytes
          ? this.#fetch(position + done, rest)
          : this.#copy(position + done, rest);
      if (read === 0) return false;
      done += read;
    }
    return true;
  }

  #copy(position: number, into: Uint8Array): number {
    const offset = position % blockBytes;
    const some = this.#block(position - offset).subarray(offset, offset + into.length);
    into.set(some);
    return some.length;
  }

  #block(position: number): Uint8Array {
    let block = this.#blocks.get(position);
    if (block !== undefined) this.#blocks.delete(position);
    else {
      const buffer = new Uint8Array(Math.min(blockBytes, this.length - position));
      block = buffer.subarray(0, this.#fetch(position, buffer));
    }
    this.#blocks.set(position, block); // last in the map: used last
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= mostBlocks) break;
      this.#blocks.delete(oldest);
    }
    return block;
  }

  #fetch(position: number, into: Uint8Array): number {
    this.#request.writeDoubleLE(position, 0);
    this.#request.writeUInt32LE(Math.min(into.length, longestAnswer), 8);
    writeSync(this.#pipe, this.#request);
    this.#receive(this.#head);
    const bytes = this.#head.readUInt32LE(0);
    this.#receive(into.subarray(0, bytes));
    return bytes;
  }

  #receive(into: Uint8Array): void {
    for (let done = 0; done < into.length;) {
      const bytes = readSync(this.#pipe, into, done, into.length - done, null);
      if (bytes === 0) process.exit(0); // our parent is gone
      done += bytes;
    }
  }
}
