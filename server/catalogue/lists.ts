import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/schema.ts';
import { customerKey, customersInOrder, documentsInOrder, findCustomer } from './catalogue.ts';

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  zstd: (bytes: Buffer) => promisify(zstdCompress)(bytes),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};

export type Encoding = keyof typeof compressors | 'identity';
/** What a list can be sent as, the best first. */
export const encodings = [
  ...(Object.keys(compressors) as (keyof typeof compressors)[]),
  'identity',
];

const tooSmallToCompress = 1024;
const keptBytes = 64 * 1024 * 1024;

/** A list as it goes out: serialised once, and compressed once for each encoding that is asked. */
export class ReadyList {
  readonly tag: string;
  readonly #bytes: Buffer;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(bytes: Buffer, tag: string) {
    this.#bytes = bytes;
    this.tag = tag;
  }

  /** Its share of the memory that lists may take, compressed copies included. */
  get weight(): number {
    return this.#bytes.length * 2 + 500;
  }

  /** The encoding worth sending when `wanted` is accepted. */
  encodingFor(wanted: Encoding): Encoding {
    return this.#bytes.length < tooSmallToCompress ? 'identity' : wanted;
  }

  async as(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.#bytes;
    const made = this.#compressed.get(encoding) ?? compressors[encoding](this.#bytes);
    this.#compressed.set(encoding, made);
    return made;
  }
}

type Kept = { list: ReadyList; catalogueVersion: number; documentsVersion: number };

/**
 * The lists that readers ask for, kept ready to send. A list stands while the catalogue's counter
 * stands; when that has moved, the customer's own counter tells whether this list changed at all.
 */
export class CatalogueLists {
  readonly #db: Db;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: keptBytes,
    sizeCalculation: ({ list }) => list.weight,
  });
  readonly #underWay = new Map<string, Promise<ReadyList>>();

  constructor(db: Db) {
    this.#db = db;
  }

  async customers(catalogueVersion: number): Promise<ReadyList> {
    return this.#ready('customers', catalogueVersion, async () => {
      const list = await serialise(customersInOrder(this.#db));
      return { list, catalogueVersion, documentsVersion: 0 };
    });
  }

  async documents(customer: string, catalogueVersion: number): Promise<ReadyList> {
    return this.#ready(`of ${customerKey(customer)}`, catalogueVersion, async (kept) => {
      for (let attempt = 1; ; attempt++) {
        const found = await findCustomer(this.#db, customer);
        if (found === null) return null;
        const documentsVersion = found.documents_version;
        if (kept?.documentsVersion === documentsVersion) return { ...kept, catalogueVersion };
        const list = await serialise(documentsInOrder(this.#db, found.id));
        const after = await findCustomer(this.#db, customer);
        // Pages read while a librarian saved may not fit together: read again, but not for ever.
        if (after?.documents_version === documentsVersion || attempt === 5) {
          return { list, catalogueVersion, documentsVersion };
        }
      }
    });
  }

  // Readers who ask for the same list at the same count wait for one making of it.
  async #ready(
    key: string,
    catalogueVersion: number,
    make: (kept: Kept | undefined) => Promise<Kept | null>,
  ): Promise<ReadyList> {
    const kept = this.#kept.get(key);
    if (kept?.catalogueVersion === catalogueVersion) return kept.list;
    const making = `${catalogueVersion} ${key}`;
    let list = this.#underWay.get(making);
    if (list === undefined) {
      list = make(kept)
        .then((made) => {
          if (made === null) return noEntries;
          this.#kept.set(key, made);
          return made.list;
        })
        .finally(() => this.#underWay.delete(making));
      this.#underWay.set(making, list);
    }
    return list;
  }
}

async function serialise(pages: AsyncIterable<object[]>): Promise<ReadyList> {
  const parts: Buffer[] = [];
  const digest = createHash('sha256');
  let separator = '{"data":[';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    const part = Buffer.from(separator + JSON.stringify(rows).slice(1, -1));
    separator = ',';
    digest.update(part);
    parts.push(part);
  }
  parts.push(Buffer.from(parts.length === 0 ? '{"data":[]}' : ']}'));
  return new ReadyList(Buffer.concat(parts), digest.digest('base64url').slice(0, 22));
}

const noEntries = new ReadyList(Buffer.from('{"data":[]}'), 'none');
