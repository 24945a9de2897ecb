import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config/config.ts';
import { pictureVersion, type Rotation } from './draw-picture.ts';

/** Which picture: of these bytes, of this page from 1, so rotated. */
export type PictureKey = { hash: string; page: number; rotation: Rotation };

type Options = {
  /** Beside the database; made when it is needed. */
  folder: string;
  mostBytes: number;
  /** Called when a picture cannot be written or removed; nobody needs it to be. */
  onFault: (error: unknown) => void;
};

// After the store was full, this share of it is left.
const leftShare = 0.9;
// A picture that is used is marked as used once a day at most.
const usedOnceInMs = 24 * 3600_000;
const longestWriteMs = 3600_000;
const largestPicture = 4 * 2 ** 20;
const partEnding = '.part';

/** The name of a picture, also in its ETag. */
export function pictureName({ hash, page, rotation }: PictureKey): string {
  return `${hash}-${page}-${rotation}-v${pictureVersion}`;
}

/** Null for what is no picture: a hostile file may have taken over the process that drew it. */
export function pictureType(picture: unknown): 'image/png' | null {
  if (!(picture instanceof Uint8Array) || picture.length > largestPicture) return null;
  return Buffer.from(picture.subarray(0, 4)).toString('latin1') === '\x89PNG' ? 'image/png' : null;
}

/** The store of this node. */
export function storeIn(
  { dataDir, pagePicturesMegabytes }: Pick<Config, 'dataDir' | 'pagePicturesMegabytes'>,
  onFault: (error: unknown) => void,
): PictureStore {
  const folder = path.join(dataDir, 'page-pictures');
  return new PictureStore({ folder, mostBytes: pagePicturesMegabytes * 2 ** 20, onFault });
}

/** Pictures of pages as files, keyed by the content that they show. When full, those that were not used for longest go. */
export class PictureStore {
  readonly #folder: string;
  readonly #mostBytes: number;
  readonly #onFault: (error: unknown) => void;
  /** Of all pictures, as far as this process knows; null before they were counted. */
  #bytes: number | null = null;
  #trimming: Promise<void> | null = null;

  constructor({ folder, mostBytes, onFault }: Options) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
    this.#onFault = onFault;
  }

  get mostBytes(): number {
    return this.#mostBytes;
  }

  get knownBytes(): number | null {
    return this.#bytes;
  }

  async find(key: PictureKey): Promise<Buffer | null> {
    const file = this.#fileOf(key);
    const picture = await readFile(file).catch(() => null);
    if (picture !== null) void this.#markUsed(file);
    return picture;
  }

  async has(key: PictureKey): Promise<boolean> {
    return stat(this.#fileOf(key)).then(
      () => true,
      () => false,
    );
  }

  async add(key: PictureKey, picture: Uint8Array): Promise<void> {
    if (picture.length > this.#mostBytes) return;
    const file = this.#fileOf(key);
    const part = path.join(path.dirname(file), `${randomUUID()}${partEnding}`);
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(part, picture, { flag: 'wx' });
      await rename(part, file);
    } catch (error) {
      this.#onFault(error);
      await rm(part, { force: true }).catch(() => {});
      return;
    }
    const bytes = this.#bytes === null ? await this.countBytes() : this.#bytes + picture.length;
    this.#bytes = bytes;
    if (bytes > this.#mostBytes) await this.trim();
  }

  /** Of all pictures, counted again: other processes write here, too. */
  async countBytes(): Promise<number> {
    const files = await this.list();
    return (this.#bytes = files.reduce((sum, { bytes }) => sum + bytes, 0));
  }

  /** Removes the oldest where there are too many, and what a killed process left. */
  async trim(): Promise<void> {
    this.#trimming ??= this.#removeOldest()
      .catch(this.#onFault)
      .finally(() => (this.#trimming = null));
    await this.#trimming;
  }

  async #removeOldest(): Promise<void> {
    const files = (await this.list()).toSorted((one, other) => one.usedMs - other.usedMs);
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const isFull = bytes > this.#mostBytes;
    for (const file of files) {
      const isLeft = file.at.endsWith(partEnding) && Date.now() - file.usedMs > longestWriteMs;
      if (!isLeft && !(isFull && bytes > this.#mostBytes * leftShare)) continue;
      await rm(file.at, { force: true });
      bytes -= file.bytes;
    }
    this.#bytes = bytes;
  }

  /** All of them, with what is half written. */
  async list(): Promise<{ at: string; bytes: number; usedMs: number }[]> {
    const found = [];
    for (const folder of await readdir(this.#folder).catch(() => [])) {
      const inside = path.join(this.#folder, folder);
      for (const name of await readdir(inside).catch(() => [])) {
        const at = path.join(inside, name);
        const facts = await stat(at).catch(() => null); // removed meanwhile
        if (facts !== null) found.push({ at, bytes: facts.size, usedMs: facts.mtimeMs });
      }
    }
    return found;
  }

  async #markUsed(file: string): Promise<void> {
    const now = new Date();
    const facts = await stat(file).catch(() => null);
    if (facts === null || now.getTime() - facts.mtimeMs < usedOnceInMs) return;
    await utimes(file, now, now).catch(() => {});
  }

  #fileOf(key: PictureKey): string {
    return path.join(this.#folder, key.hash.slice(0, 2), pictureName(key));
  }
}
