import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ReaderAnswer, ReaderQuestion } from './reader-processes.ts';
import { type PdfFacts, PdfReader } from './reader.ts';
import { factsOf, readFlags } from '../share/open.ts';

// Reads PDFs for reader-processes.ts, in a process of its own that a hostile file may take down.

const mostBytes = Number(process.argv[2]) * 1024 * 1024;
// What PDFium has taken it keeps: after a file that needed much, or many files, a fresh start.
const keptBytes = 256 * 1024 * 1024;
const mostFiles = 1000;

limitWasmMemory(mostBytes);
let reader: PdfReader | null = null;
let filesRead = 0;

process.on('message', (question: ReaderQuestion) => void answer(question));

async function answer(question: ReaderQuestion): Promise<void> {
  let fd: number;
  try {
    fd = openSync(question.path, readFlags);
  } catch (error) {
    await send({ what: 'failed', reason: String(error) });
    return;
  }
  try {
    if (question.what === 'hash') await hash(fd);
    else await read(fd, question.picture);
  } catch (error) {
    await send({ what: 'failed', reason: String(error) });
  } finally {
    closeSync(fd);
  }
}

async function hash(fd: number): Promise<void> {
  await send({ what: 'begun' });
  await send({ what: 'hash', hash: hashOf(fd), ...found(fd) });
}

async function read(fd: number, picture: boolean): Promise<void> {
  reader ??= await PdfReader.start();
  await send({ what: 'begun' });
  filesRead += 1;
  let facts: PdfFacts;
  let last = false;
  try {
    const onPages = (pages: number) => void send({ what: 'pages', pages });
    facts = reader.read(fd, found(fd).bytes, onPages, { picture });
  } catch {
    // PDFium ends with an error where it should not; the memory it had says why, mostly.
    const isFull = reader.memoryBytes > mostBytes * 0.7;
    const fault = isFull ? 'It needs more memory than allowed.' : 'It makes the reader fail.';
    facts = { state: 'broken', fault };
    last = true;
  }
  last ||= reader.memoryBytes > keptBytes || filesRead >= mostFiles;
  await send({ what: 'facts', facts, last, ...found(fd) });
  if (last) process.exit(0);
}

function found(fd: number): { bytes: number; modified_ns: string } {
  const { bytes, modified_ns } = factsOf(fstatSync(fd, { bigint: true }));
  return { bytes, modified_ns };
}

function hashOf(fd: number): string {
  const digest = createHash('sha256');
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  for (let at = 0; ;) {
    const bytes = readSync(fd, buffer, 0, buffer.length, at);
    if (bytes === 0) return digest.digest('hex');
    digest.update(buffer.subarray(0, bytes));
    at += bytes;
  }
}

function send(message: ReaderAnswer): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve()));
}

/** PDFium asks for memory page by page; beyond the limit its request fails. */
function limitWasmMemory(most: number): void {
  type Memory = { buffer: ArrayBuffer; grow: (pages: number) => number };
  // Node has it, its types have not.
  const { Memory } = (globalThis as unknown as { WebAssembly: { Memory: { prototype: Memory } } })
    .WebAssembly;
  const grow = Memory.prototype.grow;
  Memory.prototype.grow = function limited(this: Memory, pages: number) {
    if (this.buffer.byteLength + pages * 65_536 > most) throw new RangeError('no more memory');
    return grow.call(this, pages);
  };
}
