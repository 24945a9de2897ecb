import path from 'node:path';
import type { Db, Tx } from '../db/schema.ts';
import type { PdfReaders } from '../pdf/reader-processes.ts';
import { judgeFiles } from '../matching/judge.ts';
import type { PdfFacts } from '../pdf/reader.ts';
import { unreadFiles } from './scan-state.ts';

export type Reading = {
  db: Db;
  root: string;
  readers: PdfReaders;
  now?: () => number;
  /** Asked before each file. */
  mayGoOn?: () => boolean;
  onRead?: (read: number) => void;
};

type Unread = { id: number; path: string; bytes: number; modified_ns: string };

/** Reads all files that are whole and unread, several at once. Gives how many were read. */
export async function readFiles(reading: Reading): Promise<number> {
  const queue = unreadInOrder(reading.db);
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

/** In order of id, each once: one that cannot be read now waits for the next time. */
async function* unreadInOrder(db: Db): AsyncGenerator<Unread> {
  for (let after = 0; ;) {
    const files = await unreadFiles(db)
      .select(['id', 'path', 'bytes', 'modified_ns'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(200)
      .execute();
    yield* files;
    const last = files.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

async function readFile({ db, root, readers, now }: Reading, file: Unread): Promise<boolean> {
  const at = path.join(root, file.path);
  const hashed = await readers.hash(at, file.bytes);
  if (hashed === null || !isSame(hashed, file)) return false; // it changed; the next scan decides
  const { hash } = hashed;
  const isKnown = await db
    .selectFrom('contents')
    .select('hash')
    .where('hash', '=', hash)
    .executeTakeFirst();
  const answer = isKnown === undefined ? await readers.read(at) : undefined;
  if (answer === null || (answer && !isSame(answer.asRead, file))) return false;
  await db.transaction().execute(async (tx) => {
    if (answer !== undefined) {
      const read_at = new Date(now?.() ?? Date.now()).toISOString();
      await keepFacts(tx, { hash, bytes: file.bytes, read_at }, answer);
    }
    await tx
      .updateTable('files')
      .set({ hash })
      .where('id', '=', file.id)
      .where('bytes', '=', file.bytes)
      .where('modified_ns', '=', file.modified_ns)
      .execute();
    await judgeFiles(tx, { ids: [file.id] });
  });
  return true;
}

const pagesAtOnce = 500;

async function keepFacts(
  tx: Tx,
  content: { hash: string; bytes: number; read_at: string },
  { facts, picture }: { facts: PdfFacts; picture: Uint8Array | null },
): Promise<void> {
  const { hash } = content;
  const readable = facts.state === 'readable' ? facts : null;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('contents')
    .values({
      ...content,
      state: facts.state,
      fault: facts.state === 'broken' ? facts.fault : null,
      pages: readable?.texts.length ?? null,
      title: readable?.title ?? null,
      page_sizes: readable === null ? null : JSON.stringify(readable.page_sizes),
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst();
  // Another file with the same bytes was read at the same time.
  if (readable === null || numInsertedOrUpdatedRows === 0n) return;
  const texts = readable.texts.map((text, at) => ({ hash, page: at + 1, text }));
  for (let at = 0; at < texts.length; at += pagesAtOnce) {
    const portion = texts.slice(at, at + pagesAtOnce);
    await tx.insertInto('page_texts').values(portion).execute();
  }
  if (picture === null) return;
  const row = { hash, type: 'image/png', image: picture };
  await tx.insertInto('pictures').values(row).execute();
}

function isSame(
  a: { bytes: number; modified_ns: string },
  b: { bytes: number; modified_ns: string },
): boolean {
  return a.bytes === b.bytes && a.modified_ns === b.modified_ns;
}
