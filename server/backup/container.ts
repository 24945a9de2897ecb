import { createHash } from 'node:crypto';
import type { Part } from './manifest.ts';

/** Where a backup is written: a folder, or one tar file. Under another name, until it is whole. */
export type BackupWriter = {
  /** Where a part that cannot be streamed is made first. */
  workFolder: string;
  add: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<Part>;
  /** Gives a file a second name in the backup; false where the disk cannot. */
  link: (name: string, file: string) => Promise<boolean>;
  /** Syncs everything and gives the backup its name. */
  finish: () => Promise<void>;
  /** Removes what was written. */
  abandon: () => Promise<void>;
};

/** A backup that is there, by the names of its parts. */
export type BackupReader = {
  has: (name: string) => boolean;
  read: (name: string) => AsyncIterable<Uint8Array>;
  /** Every part that is there, to find what nobody listed. */
  names: () => string[];
  close: () => Promise<void>;
};

/** Bytes as they pass, with their count and hash. */
export class Passing {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  async *through(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      this.#hash.update(piece);
      this.#bytes += piece.length;
      yield piece;
    }
  }

  as(name: string): Part {
    return { name, bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') };
  }
}

/** What a part is, without keeping it. */
export async function measure(name: string, source: AsyncIterable<Uint8Array>): Promise<Part> {
  const passing = new Passing();
  for await (const _ of passing.through(source));
  return passing.as(name);
}

export async function* oneText(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

export async function readText(reader: BackupReader, name: string): Promise<string> {
  return Buffer.concat(await Array.fromAsync(reader.read(name))).toString();
}
