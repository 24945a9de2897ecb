import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// Node 25 and newer link libatomic.so.1, which stock Debian, Ubuntu and their slim images lack. Our copy of Node has the
// library beside it, and a run path by which the loader finds it there, whoever starts Node and with whatever
// environment: LD_LIBRARY_PATH would not reach the readers of PDFs, which have none.
// JavaScript that Node 20 understands: install-packages.js uses it, too.

/** Puts libatomic.so.1 beside a Node for Linux, and tells Node to look there. */
export function carryLibatomic(program, arch) {
  const library = path.join(import.meta.dirname, `linux-${arch}`, 'libatomic.so.1');
  replace(path.join(path.dirname(program), 'libatomic.so.1'), readFileSync(library));
  const bytes = readFileSync(program);
  addRunPath(bytes);
  replace(program, bytes);
}

/** Makes a new file: the old one may be running, and npm may share it with other folders. */
function replace(file, bytes) {
  const made = `${file}.${process.pid}`;
  try {
    writeFileSync(made, bytes, { mode: 0o755 });
    renameSync(made, file);
  } finally {
    rmSync(made, { force: true });
  }
}

const runPath = '$ORIGIN\0'; // the program's own folder

// A 64-bit little-endian ELF file: a program header has 56 bytes, an entry of the dynamic section a tag and a value.
const loaded = 1;
const dynamic = 2;
const tags = { end: 0n, strings: 5n, runPath: 29n };

/**
 * Adds DT_RUNPATH. Nothing moves: the entry takes one of those that the linker left empty after the last, the text the
 * first letters of a name that only debuggers look up.
 */
function addRunPath(bytes) {
  const number = (at) => Number(bytes.readBigUInt64LE(at));
  const headers = Array.from({ length: bytes.readUInt16LE(56) }, (_, i) => number(32) + i * 56).map(
    (at) => ({ type: bytes.readUInt32LE(at), offset: number(at + 8), address: number(at + 16) }),
  );
  let entry = headers.find(({ type }) => type === dynamic).offset;
  let strings;
  for (; bytes.readBigUInt64LE(entry) !== tags.end; entry += 16) {
    const tag = bytes.readBigUInt64LE(entry);
    if (tag === tags.runPath) return; // it was added before
    if (tag === tags.strings) strings = number(entry + 8);
  }
  const { offset, address } = headers.findLast(
    (one) => one.type === loaded && one.address <= strings,
  );
  const start = offset + strings - address;
  const text = bytes.indexOf('\0v8dbg_type_', start) + 1;
  const isFree = text > start && bytes.readBigUInt64LE(entry + 16) === tags.end;
  if (!isFree) throw new Error('This Node has no room for a run path.');
  bytes.write(runPath, text, 'latin1');
  bytes.writeBigUInt64LE(tags.runPath, entry);
  bytes.writeBigUInt64LE(BigInt(text - start), entry + 8);
}
