import path from 'node:path';
import { runAgain } from '../db/run-again.ts';
import type { Db } from '../db/schema.ts';
import type { PdfReaders } from '../pdf/reader/reader-processes.ts';
import type { ServedFile } from '../pdf/reader/served-file.ts';
import type { Content } from '../pdf/save-facts.ts';
import { type FileReading, KeptReadings } from './keep-readings.ts';
import { filesToRead, type ToRead } from './read-queue.ts';

export type Reading = {
  db: Db;
  root: string;
  readers: PdfReaders;
  now?: () => number;
  /** Asked before each file. */
  mayGoOn?: () => boolean;
  onRead?: (read: number) => void;
};

/** Reads all files that wait to be read, several at once. Gives how many were read. */
export async function readFiles(reading: Reading): Promise<number> {
  const queue = filesToRead(reading.db, nowOf(reading));
  const kept = new KeptReadings(reading.db, () => nowOf(reading));
  const hasContent = contentsOf(reading.db);
  let read = 0;
  const one = async () => {
    for (;;) {
      if (reading.mayGoOn?.() === false) return;
      const { value: file, done } = await queue.next();
      if (done) return;
      const found = await readFile(reading, file, hasContent);
      if (found !== null) {
        await kept.add(found);
        read += 1;
      }
      reading.onRead?.(read);
    }
  };
  await Promise.all(Array.from({ length: reading.readers.processes }, one)).finally(() =>
    kept.end(),
  );
  return read;
}

function nowOf({ now }: Reading): number {
  return now?.() ?? Date.now();
}

/** Null when it changed, or cannot be read now: the next scan decides. */
async function readFile(
  reading: Reading,
  file: ToRead,
  hasContent: (hash: string) => Promise<boolean>,
): Promise<FileReading | null> {
  const opened = await reading.readers.open(path.join(reading.root, file.path));
  if (opened === null) return null;
  try {
    const hash = file.why === 'outdated' ? file.hash : await hashOf(reading, file, opened);
    if (hash === null) return null;
    const isKnown = file.why === 'unread' && (await hasContent(hash));
    const content = isKnown ? null : await contentOf(reading, file, opened, hash);
    return content === 'changed' ? null : { file, hash, content };
  } finally {
    opened.close();
  }
}

async function hashOf(
  { readers }: Reading,
  file: ToRead,
  opened: ServedFile,
): Promise<string | null> {
  const hashed = await readers.hash(opened, file.bytes);
  return hashed !== null && isSame(hashed, file) ? hashed.hash : null;
}

/** Says whether the bytes with a hash have been read. */
function contentsOf(db: Db): (hash: string) => Promise<boolean> {
  const query = db.selectFrom('contents').select('hash').where('hash', '=', '').compile();
  return async (hash) => (await runAgain(db, query, [hash])).length > 0;
}

async function contentOf(
  reading: Reading,
  file: ToRead,
  opened: ServedFile,
  hash: string,
): Promise<Content | 'changed'> {
  const read = await reading.readers.read(opened);
  if (read === null || !isSame(read.asRead, file)) return 'changed';
  const { facts, picture } = read;
  const read_at = new Date(nowOf(reading)).toISOString();
  return { hash, bytes: file.bytes, read_at, facts, picture };
}

function isSame(
  a: { bytes: number; modified_ns: string },
  b: { bytes: number; modified_ns: string },
): boolean {
  return a.bytes === b.bytes && a.modified_ns === b.modified_ns;
}
