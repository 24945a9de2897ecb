import { Zip, ZipDeflate } from 'fflate';

type ZipFile = { name: string; parts: AsyncIterable<string> | Iterable<string> };

const level = 4;
/** The first day that ZIP knows: the same rows give the same bytes. */
const mtime = new Date(1980, 0, 1);
// A longer one needs ZIP64, which not every spreadsheet program reads.
const longest = 0xffff_ffff;

/** The bytes of an archive with these files, whose parts are read as the bytes are taken. */
export async function* zipBytes(files: readonly ZipFile[]): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    made.push(bytes);
  });
  for (const { name, parts } of files) {
    const file = new ZipDeflate(name, { level });
    file.mtime = mtime;
    zip.add(file);
    let length = 0;
    for await (const part of parts) {
      const bytes = Buffer.from(part);
      length += bytes.length;
      if (length > longest) throw new Error('A file of an archive holds 4 GB.');
      file.push(bytes);
      yield* made.splice(0);
    }
    file.push(new Uint8Array(0), true);
  }
  zip.end();
  yield* made;
}
