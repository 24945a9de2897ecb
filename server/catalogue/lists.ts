import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { LibraryError } from '#contract/errors.ts';
import type { RevisionStatus } from '#contract/revision-words.ts';
import type { Db } from '../db/schema.ts';
import type { Encoding, ReadyList } from '../http/send-list.ts';
import { Semaphore } from '../processes/semaphore.ts';
import { customerKey, customersInOrder, findCustomer } from './customers.ts';
import { documentsInOrder } from './documents.ts';
import { revisionsNotLatest } from './standards/revisions.ts';

const encoders = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  zstd: (bytes: Buffer) => promisify(zstdCompress)(bytes),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
  identity: async (bytes: Buffer) => bytes,
};

// Each making reads a page in every turn of the event loop: 64 at once held it for 66 ms.
const madeAtOnce = 2;
const tooSmallToCompress = 1024;
// Compressed, a million entries take about 40 MB.
const keptBytes = 64 * 1024 * 1024;

type Kept = { list: ReadyList; catalogueVersion: number; documentsVersion: number };

/**
 * Cache of the lists that readers request, ready to send, in each encoding that was requested. A list is
 * valid while the catalogue's counter is the same; after that, while the customer's own counter is.
 */
export class CatalogueLists {
  readonly #db: Db;
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: keptBytes,
    sizeCalculation: ({ list }) => list.bytes.length + 500,
  });
  readonly #semaphore = new Semaphore(madeAtOnce);
  readonly #underWay = new Map<string, Promise<ReadyList | null>>();

  constructor(db: Db) {
    this.#db = db;
  }

  async customers(encoding: Encoding, catalogueVersion: number): Promise<ReadyList> {
    const ready = await this.#ready(`${encoding} customers`, catalogueVersion, async () => {
      const list = await this.#semaphore.use(() => serialise(customersInOrder(this.#db), encoding));
      return { list, catalogueVersion, documentsVersion: 0 };
    });
    return ready ?? noEntries;
  }

  async documents(
    customer: string,
    encoding: Encoding,
    catalogueVersion: number,
  ): Promise<ReadyList> {
    const key = `${encoding} of ${customerKey(customer)}`;
    const make = (customerId: number) =>
      serialise(documentsInOrder(this.#db, customerId), encoding);
    return (await this.#ofCustomer(key, customer, catalogueVersion, make)) ?? noEntries;
  }

  /** Which of its documents are not the latest revisions; refused for a customer that is not there. */
  async revisionStatuses(
    customer: string,
    encoding: Encoding,
    catalogueVersion: number,
  ): Promise<ReadyList> {
    const key = `${encoding} revisions of ${customerKey(customer)}`;
    const make = (customerId: number) =>
      serialiseStatuses(revisionsNotLatest(this.#db, customerId), encoding);
    const ready = await this.#ofCustomer(key, customer, catalogueVersion, make);
    if (ready !== null) return ready;
    throw new LibraryError('not_found', `Customer "${customer}" not found.`);
  }

  #ofCustomer(
    key: string,
    customer: string,
    catalogueVersion: number,
    make: (customerId: number) => Promise<ReadyList>,
  ): Promise<ReadyList | null> {
    return this.#ready(key, catalogueVersion, async (kept) => {
      for (let attempt = 1; ; attempt++) {
        const found = await findCustomer(this.#db, customer);
        if (found === null) return null;
        const documentsVersion = found.documents_version;
        if (kept?.documentsVersion === documentsVersion) return { ...kept, catalogueVersion };
        const list = await this.#semaphore.use(() => make(found.id));
        const after = await findCustomer(this.#db, customer);
        // Pages read while a librarian saved may not fit together: read again, a few times at most.
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
  ): Promise<ReadyList | null> {
    const kept = this.#kept.get(key);
    if (kept?.catalogueVersion === catalogueVersion) return kept.list;
    const making = `${catalogueVersion} ${key}`;
    let list = this.#underWay.get(making);
    if (list === undefined) {
      list = make(kept)
        .then((made) => {
          if (made === null) return null;
          this.#kept.set(key, made);
          return made.list;
        })
        .finally(() => this.#underWay.delete(making));
      this.#underWay.set(making, list);
    }
    return list;
  }
}

async function serialise(pages: AsyncIterable<object[]>, wanted: Encoding): Promise<ReadyList> {
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
  if (parts.length === 0) return noEntries;
  return readyList(Buffer.concat([...parts, Buffer.from(']}')]), digest.digest(), wanted);
}

async function serialiseStatuses(
  pages: ReturnType<typeof revisionsNotLatest>,
  wanted: Encoding,
): Promise<ReadyList> {
  const identities: Record<RevisionStatus, string[]> = {
    latest: [], // amendments
    superseded: [],
    draft: [],
    withdrawn: [],
    unsure: [],
  };
  for await (const rows of pages) {
    for (const { status, kind: _kind, ...identity } of rows)
      identities[status].push(JSON.stringify(identity));
  }
  const lists = Object.entries(identities).map(
    ([status, some]) => `"${status === 'latest' ? 'beside' : status}":[${some.join(',')}]`,
  );
  const bytes = Buffer.from(`{${lists.join(',')}}`);
  return readyList(bytes, createHash('sha256').update(bytes).digest(), wanted);
}

async function readyList(bytes: Buffer, digest: Buffer, wanted: Encoding): Promise<ReadyList> {
  const encoding = bytes.length < tooSmallToCompress ? 'identity' : wanted;
  const etag = `"${digest.toString('base64url').slice(0, 22)}-${encoding}"`;
  return { bytes: alone(await encoders[encoding](bytes)), encoding, etag };
}

// What zlib and Buffer.concat give is often a small part of a shared piece of 16 or 64 KiB, which
// would stay in memory as long as the list.
function alone(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

const noEntries: ReadyList = {
  bytes: Buffer.from('{"data":[]}'),
  encoding: 'identity',
  etag: '"none-identity"',
};
