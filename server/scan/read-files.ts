import path from 'node:path';
import { judgeFiles } from '../matching/judge.ts';
import type { Db, Tx } from '../db/schema.ts';
import { inTurn } from '../db/transactions.ts';
import type { PdfFacts } from '../pdf/facts.ts';
import type { PdfReaders } from '../pdf/reader-processes.ts';
import { type Content, keepFacts } from './keep-facts.ts';
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
  let read = 0;
  const one = async () => {
    for (;;) {
      if (reading.mayGoOn?.() === false) return;
      const { value: file, done } = await queue.next();
      if (done) return;
      if (await readFile(reading, file)) read += 1;
      reading.onRead?.(read);
    }
  };
  await Promise.all(Array.from({ length: reading.readers.processes }, one));
  return read;
}

function nowOf({ now }: Reading): number {
  return now?.() ?? Date.now();
}

/** False when it changed, or cannot be read now: the next scan decides. */
async function readFile(reading: Reading, file: ToRead): Promise<boolean> {
  const hash = file.why === 'outdated' ? file.hash : await hashOf(reading, file);
  if (hash === null) return false;
  const isKnown = file.why === 'unread' && (await hasContent(reading.db, hash));
  const content = isKnown ? null : await contentOf(reading, file, hash);
  if (content === 'changed') return false;
  await inTurn(reading.db, async (tx) => {
    if (content !== null) await keepFacts(tx, content);
    if (file.why === 'outdated') await judgeContent(tx, hash);
    else {
      const opinion = file.why === 'doubtful' ? opinionOn(content, nowOf(reading)) : {};
      await tx
        .updateTable('files')
        .set({ hash, ...opinion })
        .where('id', '=', file.id)
        .where('bytes', '=', file.bytes)
        .where('modified_ns', '=', file.modified_ns)
        .execute();
      await judgeFiles(tx, { ids: [file.id] });
    }
  });
  return true;
}

async function hashOf({ root, readers }: Reading, file: ToRead): Promise<string | null> {
  const hashed = await readers.hash(path.join(root, file.path), file.bytes);
  return hashed !== null && isSame(hashed, file) ? hashed.hash : null;
}

async function hasContent(db: Db, hash: string): Promise<boolean> {
  const query = db.selectFrom('contents').select('hash').where('hash', '=', hash);
  return (await query.executeTakeFirst()) !== undefined;
}

async function contentOf(
  reading: Reading,
  file: ToRead,
  hash: string,
): Promise<Content | 'changed'> {
  const read = await reading.readers.read(path.join(reading.root, file.path));
  if (read === null || !isSame(read.asRead, file)) return 'changed';
  const { facts, picture } = read;
  const read_at = new Date(nowOf(reading)).toISOString();
  return { hash, bytes: file.bytes, read_at, facts, picture };
}

/**
 * What becomes of a file without the end or the beginning of a PDF that has not changed for long: it
 * counts when it opens, and all of its pages are there. Otherwise it stays as it is, with the reason.
 */
function opinionOn(content: Content | null, nowMs: number) {
  if (content === null) return {};
  const fault = faultOf(content.facts, content.bytes);
  if (fault !== null) return { fault };
  return { verdict: 'checking' as const, settled_at: new Date(nowMs).toISOString(), fault };
}

function faultOf(facts: PdfFacts, bytes: number): string | null {
  if (bytes === 0) return 'It is empty.';
  if (facts.state === 'broken') return 'It cannot be opened as it is.';
  const isCut = facts.state === 'readable' && !facts.isWhole;
  return isCut ? 'Not all of its pages are there.' : null;
}

async function judgeContent(tx: Tx, hash: string): Promise<void> {
  const files = await tx.selectFrom('files').select('id').where('hash', '=', hash).execute();
  await judgeFiles(tx, { ids: files.map(({ id }) => id) });
}

function isSame(
  a: { bytes: number; modified_ns: string },
  b: { bytes: number; modified_ns: string },
): boolean {
  return a.bytes === b.bytes && a.modified_ns === b.modified_ns;
}
