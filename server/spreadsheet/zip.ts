import { finished } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

// A ZIP archive as a stream (APPNOTE.TXT): the lengths of a file stand behind its bytes, so that
// nothing of it must be known before it is written.

const version = 20;
/** Lengths follow the file; names are in UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** The first of January 1980: the same rows give the same bytes. */
const date = 0x21;
const longest = 0xffff_ffff;

type ZipFile = { name: string; parts: AsyncIterable<string> | Iterable<string> };
type Written = { name: Buffer; at: number; crc: number; packed: number; length: number };

/** The bytes of an archive with these files, whose parts are read as the bytes are taken. */
export async function* zipBytes(files: readonly ZipFile[]): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let at = 0;
  for (const { name, parts } of files) {
    const file: Written = { name: Buffer.from(name), at, crc: 0, packed: 0, length: 0 };
    const head = Buffer.concat([fields([4, 0x04034b50], ...commonFields(file, true)), file.name]);
    yield head;
    for await (const packed of pack(file, parts)) yield packed;
    const tail = fields([4, 0x08074b50], [4, file.crc], [4, file.packed], [4, file.length]);
    yield tail;
    at += head.length + file.packed + tail.length;
    // A longer one needs ZIP64, which not every spreadsheet program reads.
    if (Math.max(at, file.length) > longest) throw new Error('An archive holds 4 GB.');
    written.push(file);
  }
  const directory = Buffer.concat(written.map(directoryEntry));
  yield directory;
  const count = written.length;
  yield fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, directory.length],
    [4, at],
    [2, 0],
  );
}

async function* pack(file: Written, parts: ZipFile['parts']): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 4 });
  const feeding = feed(deflate, file, parts);
  feeding.catch((error: Error) => deflate.destroy(error));
  for await (const packed of deflate as AsyncIterable<Buffer>) {
    file.packed += packed.length;
    yield packed;
  }
  await feeding;
}

async function feed(
  deflate: ReturnType<typeof createDeflateRaw>,
  file: Written,
  parts: ZipFile['parts'],
): Promise<void> {
  for await (const part of parts) {
    const bytes = Buffer.from(part);
    file.crc = crc32(bytes, file.crc);
    file.length += bytes.length;
    if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve));
  }
  deflate.end();
  await finished(deflate, { readable: false });
}

function directoryEntry(file: Written): Buffer {
  const entry = fields(
    [4, 0x02014b50],
    [2, version],
    ...commonFields(file, false),
    [2, 0], // comment
    [2, 0], // disk
    [2, 0], // attributes
    [4, 0],
    [4, file.at],
  );
  return Buffer.concat([entry, file.name]);
}

/** What stands before a file and in the directory; before it, nothing is known of its length yet. */
function commonFields(file: Written, isBefore: boolean): Field[] {
  const known = (value: number): Field => [4, isBefore ? 0 : value];
  return [
    [2, version],
    [2, flags],
    [2, deflated],
    [2, 0],
    [2, date],
    known(file.crc),
    known(file.packed),
    known(file.length),
    [2, file.name.length],
    [2, 0], // extra field
  ];
}

type Field = [bytes: 2 | 4, value: number];

function fields(...all: Field[]): Buffer {
  const buffer = Buffer.alloc(all.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of all) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}
