import { Readable } from 'node:stream';
import { LibraryError } from '#contract/errors.ts';
import { findFile } from './folder-calls.ts';
import { factsOf } from './open.ts';
import type { SharedFolder } from './shared-folder.ts';

const bytesAtOnce = 256 * 1024;

/** Streams a whole file of the folder; fails if it is missing or changes while it is read. */
export function readWhole(folder: SharedFolder, at: string): Readable {
  return Readable.from(chunksOf(folder, at), { objectMode: false });
}

/** Whether two files of the folder have the same bytes. */
export async function hasSameBytes(folder: SharedFolder, a: string, b: string): Promise<boolean> {
  const [one, other] = [await findFile(folder, a), await findFile(folder, b)];
  if (one === null || other === null || one.size !== other.size) return false;
  const chunks = chunksOf(folder, b);
  try {
    for await (const chunk of chunksOf(folder, a)) {
      const { value } = await chunks.next();
      if (value === undefined || !chunk.equals(value)) return false;
    }
    return true;
  } finally {
    await chunks.return();
  }
}

async function* chunksOf(folder: SharedFolder, at: string): AsyncGenerator<Buffer, void> {
  const facts = await findFile(folder, at);
  const file = facts === null ? 'gone' : await folder.open({ path: at, ...factsOf(facts) });
  if (typeof file === 'string') throw changed();
  try {
    for (let from = 0; from < file.size;) {
      // A new buffer each time: a read that timed out may still write into the old one.
      const chunk = Buffer.allocUnsafeSlow(Math.min(bytesAtOnce, file.size - from));
      for (let filled = 0; filled < chunk.length;) {
        const rest = chunk.subarray(filled);
        const read = await file.read(rest, rest.length, from + filled);
        if (read === 0) throw changed();
        filled += read;
      }
      yield chunk;
      from += chunk.length;
    }
  } finally {
    file.release('leave');
  }
}

const changed = () =>
  new LibraryError('changed_meanwhile', 'The file changed during reading. Try again.');
