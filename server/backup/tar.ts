import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type BackupReader, type BackupWriter, Passing } from './container.ts';
import { makeUnfinished, sync } from './folder.ts';
import { refused } from './manifest.ts';

// POSIX.1-1988 (ustar) with extended headers (pax) for names beyond 100 bytes: what every `tar` reads.
const block = 512;
const mostOctal = 0o77_777_777_777;

/** A backup as one tar file. */
export async function writeTar(target: string): Promise<BackupWriter> {
  if (existsSync(target)) throw refused(`${target} exists already. Name a new file.`);
  const work = await makeUnfinished(target);
  const unfinished = path.join(work, 'backup.tar');
  const file = await open(unfinished, 'wx', 0o600);
  let end = 0;

  async function write(bytes: Uint8Array): Promise<void> {
    await file.write(bytes, 0, bytes.length, end);
    end += bytes.length;
  }

  async function add(name: string, bytes: AsyncIterable<Uint8Array>) {
    const longName = Buffer.byteLength(name) > 100 ? paxRecord('path', name) : null;
    if (longName !== null) {
      await write(headerOf({ name: 'PaxHeader', bytes: longName.length, type: 'x' }));
      await write(padded(longName));
    }
    const header = end;
    end += block; // written when the length is known
    const passing = new Passing();
    for await (const piece of passing.through(bytes)) await write(piece);
    const part = passing.as(name);
    await write(Buffer.alloc(-part.bytes & (block - 1)));
    await file.write(headerOf({ name, bytes: part.bytes, type: '0' }), 0, block, header);
    return part;
  }

  return {
    workFolder: work,
    add,
    link: async () => false,
    async finish() {
      await write(Buffer.alloc(2 * block));
      await file.sync();
      await file.close();
      if (existsSync(target)) throw refused(`${target} was created meanwhile. Name a new file.`);
      await rename(unfinished, target);
      await sync(path.dirname(target));
      await rm(work, { recursive: true, force: true });
    },
    async abandon() {
      await file.close().catch(() => {});
      await rm(work, { recursive: true, force: true });
    },
  };
}

type Header = { name: string; bytes: number; type: '0' | 'x' };

function headerOf({ name, bytes, type }: Header): Buffer {
  const header = Buffer.alloc(block);
  header.write(Buffer.from(name).subarray(0, 100).toString('latin1'), 0, 'latin1');
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  if (bytes <= mostOctal) header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  else {
    header[124] = 0x80; // GNU's way to write more than 8 GiB
    header.writeBigUInt64BE(BigInt(bytes), 128);
  }
  header.write(`${Math.floor(Date.now() / 1000).toString(8)}\0`, 136);
  header.write('        ', 148);
  header.write(`${type}`, 156);
  header.write('ustar\x0000', 257);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

/** "LENGTH key=value\n", in which the length counts itself. */
function paxRecord(key: string, value: string): Buffer {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + String(rest).length;
  if (rest + String(length).length !== length) length += 1;
  return Buffer.from(`${length} ${key}=${value}\n`);
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & (block - 1))]);
}

type Place = { first: number; bytes: number };

export async function readTar(at: string): Promise<BackupReader> {
  const file = await open(at, 'r');
  try {
    const parts = await placesIn(file);
    return {
      has: (name) => parts.has(name),
      read: (name) => bytesAt(file, parts.get(name) ?? { first: 0, bytes: 0 }),
      names: () => [...parts.keys()],
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Where each part is; a file that ends early has only those that are whole. */
async function placesIn(file: FileHandle): Promise<Map<string, Place>> {
  const { size } = await file.stat();
  const parts = new Map<string, Place>();
  const header = Buffer.alloc(block);
  let longName: string | null = null;
  for (let at = 0; at + block <= size;) {
    await file.read(header, 0, block, at);
    if (header.every((byte) => byte === 0)) break;
    if (Number.parseInt(header.toString('latin1', 148, 154), 8) !== checksumOf(header)) {
      throw refused('The tar file is damaged, or was not finished.');
    }
    const bytes = lengthIn(header);
    const place = { first: at + block, bytes };
    at = place.first + bytes + (-bytes & (block - 1));
    if (at > size) break;
    if (header[156] === 'x'.charCodeAt(0)) {
      const text = Buffer.concat(await Array.fromAsync(bytesAt(file, place))).toString();
      longName = /^\d+ path=([^\n]*)\n/.exec(text)?.[1] ?? null;
    } else {
      parts.set(longName ?? header.toString('utf8', 0, 100).replace(/\0.*$/s, ''), place);
      longName = null;
    }
  }
  return parts;
}

/** The length that a header tells: in octal digits, or the way that GNU writes what is too long for them. */
function lengthIn(header: Buffer): number {
  if (header[124] === 0x80) return Number(header.readBigUInt64BE(128));
  const digits = /^ *([0-7]+)[ \0]/.exec(header.toString('latin1', 124, 136))?.[1];
  // One below zero would lead back to the same header, again and again.
  if (digits === undefined) throw refused('The tar file is damaged: a length in it is no number.');
  return Number.parseInt(digits, 8);
}

async function* bytesAt(file: FileHandle, { first, bytes }: Place): AsyncGenerator<Uint8Array> {
  const end = first + bytes;
  for (let at = first; at < end;) {
    const piece = Buffer.allocUnsafe(Math.min(1024 * 1024, end - at));
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}
