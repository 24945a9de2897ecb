import { createHash } from 'node:crypto';
import type { BackupPart } from './manifest.ts';

/** Writes a backup, under a temporary name until it is complete. */
export type BackupWriter = {
  /** For parts that cannot be streamed. */
  workFolder: string;
  add: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<BackupPart>;
  /** Adds a hard link to a file; false if the disk cannot. */
  link: (name: string, file: string) => Promise<boolean>;
  /** Flushes everything and gives the backup its name. */
  finish: () => Promise<void>;
  /** Removes what was written. */
  abandon: () => Promise<void>;
};

/** Reads the parts of a backup by name. */
export type BackupReader = {
  has: (name: string) => boolean;
  read: (name: string) => AsyncIterable<Uint8Array>;
};

/** Counts and hashes bytes as they pass. */
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

  as(name: string): BackupPart {
    return { name, bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') };
  }
}

/** The size and hash of a part. */
export async function measure(
  name: string,
  source: AsyncIterable<Uint8Array>,
): Promise<BackupPart> {
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
