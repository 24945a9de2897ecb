import { createHash, hash as hashOf } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { openInFolder, type OpenPdf, type PdfHandle } from '../../share/open.ts';
import { answerHeadBytes, blockBytes, longestAnswer, requestBytes } from '../file-bytes.ts';

/** The file as it was when it was read. */
export type AsRead = { bytes: number; modified_ns: string };

/** All bytes of a small file, with its size and time when it was read. */
type SmallFile = { bytes: Uint8Array; asRead: AsRead };

const hashBytes = 1024 * 1024;

/**
 * A file that we have opened for a process that may not open files. It is hashed here, and the process
 * gets only the ranges that it requests: a long file is not copied whole.
 */
export class ServedFile {
  readonly #file: PdfHandle;
  #reads = 0;
  #fault: unknown = null;
  #content: SmallFile | null = null;

  private constructor(file: PdfHandle) {
    this.#file = file;
  }

  static async open(at: string, open: OpenPdf = openInFolder): Promise<ServedFile> {
    return new ServedFile(await open(at));
  }

  /** Whether a read of the share is pending. */
  get isWaiting(): boolean {
    return this.#reads > 0;
  }

  /** The bytes, if the file is small and was hashed; else null. */
  get content(): SmallFile | null {
    return this.#content;
  }

  /** Fails after a range that could not be read: what its reader says then is not about the file. */
  async facts(): Promise<AsRead> {
    if (this.#fault !== null) throw this.#fault;
    const { bytes, modified_ns } = await this.#file.facts();
    return { bytes, modified_ns };
  }

  /** The SHA-256 of its bytes, with its size and time after they were read. */
  async hash(bytes: number): Promise<{ hash: string } & AsRead> {
    const whole = bytes <= blockBytes ? await this.#whole(bytes) : null;
    const hash = whole === null ? await this.#hashInParts(bytes) : hashOf('sha256', whole);
    const asRead = await this.facts();
    this.#content = whole === null ? null : { bytes: whole, asRead };
    return { hash, ...asRead };
  }

  async #hashInParts(bytes: number): Promise<string> {
    const digest = createHash('sha256');
    const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(hashBytes, bytes + 1)));
    for (let at = 0; ;) {
      const bytesRead = await this.#file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) return digest.digest('hex');
      digest.update(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
  }

  /** Null if it has fewer bytes now. */
  async #whole(bytes: number): Promise<Uint8Array | null> {
    const buffer = Buffer.allocUnsafe(bytes + 1);
    const bytesRead = await this.#file.read(buffer, 0, buffer.length, 0);
    return bytesRead === bytes ? buffer.subarray(0, bytes) : null;
  }

  /** Answers the requests that come through the pipe. Returns the function that stops it. */
  serve(pipe: Duplex): () => void {
    let unread: Buffer = Buffer.alloc(0);
    const receive = (bytes: Buffer) => {
      unread = Buffer.concat([unread, bytes]);
      for (; unread.length >= requestBytes; unread = unread.subarray(requestBytes)) {
        void this.#answer(pipe, unread.readDoubleLE(0), unread.readUInt32LE(8));
      }
    };
    pipe.on('data', receive);
    return () => void pipe.off('data', receive);
  }

  // The reader requests the next range only after it has this one, so one buffer is enough.
  async #answer(pipe: Duplex, position: number, length: number): Promise<void> {
    const answer = Buffer.allocUnsafe(answerHeadBytes + Math.min(length, longestAnswer));
    this.#reads += 1;
    try {
      const into = answer.length - answerHeadBytes;
      const bytesRead = await this.#file.read(answer, answerHeadBytes, into, position);
      answer.writeUInt32LE(bytesRead, 0);
      pipe.write(answer.subarray(0, answerHeadBytes + bytesRead));
    } catch (error) {
      this.#fault = error;
      pipe.write(Buffer.alloc(answerHeadBytes)); // as if the file ended here
    } finally {
      this.#reads -= 1;
    }
  }

  /** Not awaited: a share that hangs may never close it. */
  close(): void {
    this.#file.close().catch(() => {});
  }
}
