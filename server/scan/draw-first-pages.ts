import path from 'node:path';
import type { Db } from '../db/schema.ts';
import { pictureType, type PictureStore } from '../pdf/draw/picture-store.ts';
import type { PdfReaders } from '../pdf/reader/reader-processes.ts';
import type { PagePicture } from '../pdf/reader/reader.ts';

type Deps = {
  db: Db;
  root: string;
  readers: PdfReaders;
  store: PictureStore;
  /** Asked before each file. */
  mayGoOn?: () => boolean;
};

type File = {
  seq: number;
  id: number;
  path: string;
  bytes: number;
  modified_ns: string;
  hash: string;
};

const filesAtOnce = 200;
// The rest of the store is for pages that someone reads.
const firstShare = 0.75;

/** Draws the first page of every file for the store of this node, newest first, once it was read. */
export class FirstPages {
  readonly #deps: Deps;
  /** Everything up to here was drawn, or cannot be. */
  #drawnUpTo = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Draws what is new since the last time; the first time all that has room. Gives how many. */
  async draw(): Promise<number> {
    const { db, store, mayGoOn } = this.#deps;
    const isFirst = this.#drawnUpTo === 0;
    if (isFirst) await store.countBytes();
    let newest = this.#drawnUpTo;
    let drawn = 0;
    for await (const file of filesSince(db, this.#drawnUpTo)) {
      if (mayGoOn?.() === false) return drawn;
      newest = Math.max(newest, file.seq);
      if (isFirst && (store.knownBytes ?? 0) >= store.mostBytes * firstShare) break;
      if (await this.#drawOne(file)) drawn += 1;
    }
    this.#drawnUpTo = newest;
    return drawn;
  }

  async #drawOne({ hash, bytes, modified_ns, ...file }: File): Promise<boolean> {
    const { root, readers, store } = this.#deps;
    const key = { hash, page: 1, rotation: 0 } as const;
    if (await store.has(key)) return false;
    const drawn: PagePicture[] = [];
    const picturing = { pages: [0], rotation: key.rotation };
    const at = path.join(root, file.path);
    const asRead = await readers.drawPictures(at, picturing, (one) => drawn.push(one));
    const { picture } = drawn[0] ?? {};
    if (picture === undefined || pictureType(picture) === null) return false;
    if (asRead?.bytes !== bytes || asRead.modified_ns !== modified_ns) return false;
    await store.add(key, picture);
    return true;
  }
}

/** Files that readers can open and whose content was read, newest first. */
async function* filesSince(db: Db, seq: number): AsyncGenerator<File> {
  for (let before = { seq: Number.MAX_SAFE_INTEGER, id: 0 }; ;) {
    const files = await filesBefore(db, before, seq);
    const last = files.at(-1);
    if (last === undefined) return;
    yield* files;
    before = last;
  }
}

function filesBefore(db: Db, before: { seq: number; id: number }, after: number): Promise<File[]> {
  return db
    .selectFrom('files')
    .innerJoin('contents', 'contents.hash', 'files.hash')
    .select(['seq', 'files.id', 'path', 'files.bytes', 'modified_ns', 'contents.hash'])
    .where((where) =>
      where.or([
        where('seq', '<', before.seq),
        where.and([where('seq', '=', before.seq), where('files.id', '<', before.id)]),
      ]),
    )
    .where('seq', '>', after)
    .where('contents.state', '=', 'readable')
    .where('settled_at', 'is not', null)
    .where('gone_at', 'is', null)
    .orderBy('seq', 'desc')
    .orderBy('files.id', 'desc')
    .limit(filesAtOnce)
    .execute();
}
