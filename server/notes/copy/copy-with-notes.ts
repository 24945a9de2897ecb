import { Readable } from 'node:stream';
import { LibraryError } from '#contract/errors.ts';
import type { Note } from '#contract/notes.ts';
import type { Db } from '../../db/schema.ts';
import { findAddressedFile } from '../../matching/find-file.ts';
import type { OpenFile, SharedFolder } from '../../share/shared-folder.ts';
import type { NotedDocument } from '../noted-document.ts';
import type { PageSizes } from '../page-words.ts';
import { picturesOf } from '../pictures.ts';
import { annotateInProcess } from './copy-process.ts';

type Portions = AsyncIterable<readonly Note[]>;
type CopyOf = {
  user: string;
  name: string;
  document: NotedDocument;
  notes: Portions;
  /** A copy for the printer, with these words on every page; null for one to keep. */
  print: { words: string | null } | null;
};

/** Sent to the process in one message, which holds the event loop. */
const mostBytes = 16_000_000;

/** A PDF with these notes as annotations: all bytes of the file, and what is appended to them; or a file written anew. */
export async function copyWithNotes(
  { db, folder }: { db: Db; folder: SharedFolder },
  { user, name, document, notes, print }: CopyOf,
  signal: AbortSignal,
): Promise<{ bytes: number; content: Readable }> {
  if (document.whyNot !== null) throw new LibraryError('file_damaged', document.whyNot);
  const found = await findAddressedFile(db, name);
  const file = found.state === 'there' ? await folder.open(found.file) : 'changed';
  if (found.state !== 'there' || typeof file === 'string') throw changing();
  try {
    const order = {
      at: `${folder.root}/${found.file.path}`,
      open: folder.openPdf,
      bytes: file.size,
      ...(await gathered(db, notes)),
      print: print && { ...print, sizes: await sizesOf(db, document.content) },
    };
    const { appended, isWhole } = await annotateInProcess(user, order, signal);
    if (isWhole) {
      file.release();
      return { bytes: appended.length, content: Readable.from([Buffer.from(appended)]) };
    }
    const content = Readable.from(piecesOf(file, appended), { objectMode: false });
    return { bytes: file.size + appended.length, content };
  } catch (error) {
    file.release();
    throw error;
  }
}

async function sizesOf(db: Db, hash: string | null): Promise<PageSizes> {
  const contents = db.selectFrom('contents').select('page_sizes').where('hash', '=', hash);
  const found = await contents.executeTakeFirst();
  return JSON.parse(found?.page_sizes ?? '[]') as PageSizes; // written by pdf/save-facts.ts
}

/** The notes as JSON, and their pictures. */
async function gathered(db: Db, portions: Portions) {
  const notes: string[] = [];
  const pictures = new Map<string, Uint8Array>();
  let bytes = 0;
  for await (const portion of portions) {
    notes.push(JSON.stringify(portion));
    bytes += notes.at(-1)?.length ?? 0;
    for (const [id, png] of await picturesOf(db, portion)) {
      if (!pictures.has(id)) bytes += png.length;
      pictures.set(id, png);
    }
    if (bytes <= mostBytes) continue;
    const message = 'The notes have more than 16 MB, too much for a copy. Export them as JSON.';
    throw new LibraryError('too_large', message);
  }
  return { notes, pictures };
}

function changing(): LibraryError {
  const message = 'The PDF file is being copied or replaced.';
  return new LibraryError('file_changing', message, { retryAfterSeconds: 2 });
}

const pieceBytes = 256 * 1024;

async function* piecesOf(file: OpenFile, appended: Uint8Array): AsyncGenerator<Uint8Array> {
  try {
    for (let at = 0; at < file.size;) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, file.size - at));
      const bytes = await file.read(piece, piece.length, at);
      if (bytes === 0) throw changing(); // it became shorter: the download breaks off
      yield piece.subarray(0, bytes);
      at += bytes;
    }
    yield appended;
  } finally {
    file.release();
  }
}
