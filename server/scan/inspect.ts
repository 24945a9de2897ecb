import path from 'node:path';
import { cannotRead, errorCode } from '../share/errors.ts';
import { largestPdfBytes } from '../share/incoming.ts';
import { factsOf, readFlags } from '../share/open.ts';
import type { FoundFile, WalkFs } from './walk.ts';

/** What the first and the last bytes of a file say; `changing` when it cannot be said yet. */
export type Inspection = 'whole' | 'incomplete' | 'not_pdf' | 'too_large' | 'changing';

const headBytes = 1024;
const tailBytes = 64 * 1024;

/**
 * Reads both ends of a file, without parsing it. A copy that pauses for long does not change between
 * two scans either, but it lacks its end.
 */
export function inspect(fs: WalkFs, root: string, file: FoundFile): Inspection {
  let fd: number;
  try {
    fd = fs.openSync(path.join(root, file.path), readFlags);
  } catch (error) {
    // Locked by the program that copies it, or just deleted: the next scan decides.
    const passing = ['ENOENT', 'EACCES', 'EPERM', 'EBUSY', 'ETXTBSY', 'ELOOP'];
    if (passing.includes(errorCode(error))) return 'changing';
    throw cannotRead(`The file "${file.path}"`, error);
  }
  try {
    const { bytes, modified_ns } = factsOf(fs.fstatSync(fd, { bigint: true }));
    if (bytes !== file.bytes || modified_ns !== file.modified_ns) return 'changing';
    const head = read(fs, fd, { first: 0, length: Math.min(headBytes, bytes) });
    const first = Math.max(0, bytes - tailBytes);
    return inspectEnds(bytes, head, () => read(fs, fd, { first, length: bytes - first }));
  } catch (error) {
    throw cannotRead(`The file "${file.path}"`, error);
  } finally {
    fs.closeSync(fd);
  }
}

type Range = { first: number; length: number };

function inspectEnds(bytes: number, head: Buffer, readTail: () => Buffer): Inspection {
  if (!head.includes('%PDF-')) return head.length === 0 ? 'incomplete' : notYetPdf(head);
  if (bytes > largestPdfBytes) return 'too_large';
  if (!readTail().includes('%%EOF')) return 'incomplete';
  return linearizedLength(head) > bytes ? 'incomplete' : 'whole';
}

// Some programs make a file in its full length first, of zeros, and fill it then.
function notYetPdf(head: Buffer): Inspection {
  return head.every((byte) => byte === 0) ? 'incomplete' : 'not_pdf';
}

// A PDF made for the web ends twice: after its first page, too. It says how long it is.
function linearizedLength(head: Buffer): number {
  const text = head.toString('latin1');
  return text.includes('/Linearized') ? Number(/\/L\s+(\d{1,15})/.exec(text)?.[1] ?? 0) : 0;
}

function read(fs: WalkFs, fd: number, { first, length }: Range): Buffer {
  const buffer = Buffer.alloc(length);
  const bytes = fs.readSync(fd, buffer, 0, length, first);
  return buffer.subarray(0, bytes);
}
