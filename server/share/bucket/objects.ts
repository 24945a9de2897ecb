import { hash } from 'node:crypto';
import type { BucketSettings } from '../../config/bucket-settings.ts';
import type { FileFacts, OpenPdf, PdfHandle } from '../open.ts';
import { BucketClient, StoreError } from './client.ts';

/** An object as it is now; `tag` is its ETag as the store writes it. */
export type ObjectFacts = { bytes: number; modified: Date; tag: string };

const readAhead = 512 * 1024;

/** Objects of a bucket, by the addresses that `SHARE_DIR` begins: `s3://bucket/key`. */
export class BucketObjects {
  readonly client: BucketClient;
  readonly prefix: string;
  readonly #bucket: string;

  constructor(settings: BucketSettings, limits: { longestMs?: number } = {}) {
    this.client = new BucketClient(settings, limits);
    this.prefix = settings.prefix;
    this.#bucket = settings.bucket;
  }

  /** Fails with ENOENT where there is none. */
  async factsOf(at: string): Promise<ObjectFacts> {
    const { headers } = await this.client.send('HEAD', { key: this.#keyOf(at), mostBytes: 0 }, 200);
    const { 'content-length': length = '', 'last-modified': time = '', etag = '' } = headers;
    const modified = new Date(time);
    const isWhole = /^\d{1,15}$/.test(length) && !Number.isNaN(modified.getTime());
    if (!isWhole || !/^"[\x21\x23-\x7e]{1,200}"$/.test(etag))
      throw new StoreError('BadObject', 'The object store does not say size, time or ETag.');
    return { bytes: Number(length), modified, tag: etag };
  }

  /** Exactly these bytes of that version of the object; fails with `changed` where it is another, or gone. */
  async read(
    at: string,
    { tag, bytes }: ObjectFacts,
    first: number,
    length: number,
  ): Promise<Buffer> {
    const last = Math.min(first + length, bytes) - 1;
    if (last < first) return Buffer.alloc(0);
    const headers = { range: `bytes=${first}-${last}`, 'if-match': tag };
    const wanted = { key: this.#keyOf(at), headers, mostBytes: Math.max(last + 1 - first, 65_536) };
    const answer = await this.client.send('GET', wanted, 200, 206, 404, 412, 416);
    // Some stores ignore If-Match.
    const isOther = [404, 412, 416].includes(answer.status) || answer.headers.etag !== tag;
    if (isOther) throw new StoreError('changed', 'The object was replaced or removed.');
    const isPart = answer.headers['content-range'] === `bytes ${first}-${last}/${bytes}`;
    const isWhole = answer.status === 200 && first === 0 && last === bytes - 1;
    const isRight = (isPart || isWhole) && answer.body.length === last + 1 - first;
    if (!isRight)
      throw new StoreError('BadRange', 'The object store sends other bytes than it was asked for.');
    return answer.body;
  }

  /** Opens an object for the processes that read PDFs. */
  readonly open: OpenPdf = async (at): Promise<PdfHandle> => {
    const facts = await this.factsOf(at);
    return {
      facts: async () => fileFactsOf(facts),
      read: async (into, offset, length, position) => {
        const bytes = await this.read(at, facts, position, length);
        into.set(bytes, offset);
        return bytes.length;
      },
      close: async () => {},
    };
  };

  // Paths of files were joined to SHARE_DIR by path.join, which makes one slash of two, or a backslash of one.
  #keyOf(at: string): string {
    return at
      .replaceAll('\\', '/')
      .replace(/^s3:\/+/, '')
      .slice(this.#bucket.length + 1);
  }
}

/** Reads on when bytes are asked for one after the other, as for a download. */
export class ReadAhead {
  #first = 0;
  #bytes: Buffer = Buffer.alloc(0);
  readonly #read: (first: number, length: number) => Promise<Buffer>;

  constructor(read: (first: number, length: number) => Promise<Buffer>) {
    this.#read = read;
  }

  async read(first: number, length: number): Promise<Buffer> {
    const end = this.#first + this.#bytes.length;
    if (first < this.#first || first >= end || this.#bytes.length === 0) {
      const isNext = first === end && end > 0;
      const bytes = await this.#read(first, isNext ? Math.max(length, readAhead) : length);
      this.#first = first;
      this.#bytes = bytes;
      return bytes.subarray(0, length);
    }
    return this.#bytes.subarray(first - this.#first, first - this.#first + length);
  }
}

/** As the table `files` stores them: whole seconds, which all answers of a store have, and a number of the ETag. */
export function fileFactsOf({ bytes, modified, tag }: ObjectFacts): FileFacts {
  const seconds = Math.floor(modified.getTime() / 1000);
  const inode = BigInt(`0x${hash('sha256', tag.replace(/^"(.*)"$/, '$1')).slice(0, 15)}`);
  return { bytes, modified_ns: String(BigInt(seconds) * 1_000_000_000n), inode: String(inode) };
}
