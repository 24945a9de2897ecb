import type { PdfBytes } from '../file-bytes.ts';

const searched = 1024;
const head = Buffer.from('%PDF-1.7');

/**
 * PDFium refuses a file without `%PDF` in its first kilobyte, which other readers open. We replace the
 * first bytes of such a file with the usual header. Zeros mean a file that is still being copied.
 */
export function withUsualHead(file: PdfBytes): PdfBytes {
  const first = Buffer.alloc(Math.min(searched, file.length));
  const isStrange =
    file.length > head.length &&
    file.read(0, first) &&
    !first.includes('%PDF') &&
    first.some((byte) => byte !== 0);
  if (!isStrange) return file;
  return {
    length: file.length,
    read: (position, into) => {
      if (!file.read(position, into)) return false;
      if (position < head.length) into.set(head.subarray(position).subarray(0, into.length));
      return true;
    },
  };
}
