import { LibraryError } from '#contract/errors.ts';
import { addressedFileKey } from '#contract/file-name.ts';
import type { ExpressionBuilder } from 'kysely';
import type { Db, Schema } from '../db/schema.ts';
import { entriesWithFile, isOpenToReaders } from '../matching/entry-files.ts';

/** A document that notes are written on: the entry that a name means, with its file. */
export type NotedDocument = {
  id: number;
  customer_id: number;
  customer: string;
  doc_num: string;
  language: string | null;
  doc_rev: string;
  file_key: string;
  /** All entries of this name: those of other customers share the file and its notes. */
  ids: number[];
  /** The hash of what readers are shown; null while it is not read. */
  content: string | null;
  /** Why nobody can write notes on it, in words. */
  whyNot: string | null;
};

/** The document that a PDF's name means, already decoded. */
export async function requireNotedDocument(db: Db, name: string): Promise<NotedDocument> {
  const found = await findNotedDocument(db, addressedFileKey(name));
  if (found === null) throw new LibraryError('not_found', 'Document not found.');
  return found;
}

export async function findNotedDocument(db: Db, file_key: string): Promise<NotedDocument | null> {
  const rows = await entriesWithFile(db)
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .leftJoin('contents', 'contents.hash', 'files.hash')
    .select(['documents.id', 'customer_id', 'customers.name as customer', 'file_key'])
    .select(['doc_num', 'language', 'doc_rev', 'contents.hash', 'contents.state'])
    .select(['settled_at', 'verdict'])
    .where('file_key', '=', file_key)
    .orderBy('documents.id')
    .execute();
  const [first] = rows;
  if (first === undefined) return null;
  const { hash, state, settled_at, verdict, ...document } = first;
  const whyNot = reasonAgainst(isOpenToReaders({ settled_at, verdict }), state);
  const ids = rows.map(({ id }) => id);
  return { ...document, ids, content: whyNot === null ? hash : null, whyNot };
}

/** A condition on notes: they are of this document, or of an entry of this name that is deleted. */
export function isOn({ ids, file_key }: Pick<NotedDocument, 'ids' | 'file_key'>) {
  return (eb: ExpressionBuilder<Schema, 'notes'>) =>
    eb.or([
      eb('notes.document_id', 'in', ids),
      eb.and([
        eb('notes.file_key', '=', file_key),
        eb.not(
          eb.exists(
            eb
              .selectFrom('documents')
              .select('documents.id')
              .whereRef('documents.id', '=', 'notes.document_id'),
          ),
        ),
      ]),
    ]);
}

function reasonAgainst(isOpen: boolean, state: Schema['contents']['state'] | null): string | null {
  if (!isOpen) return 'This document has no PDF file yet.';
  if (state === null) return 'The library is still reading the PDF. Try again in a minute.';
  if (state === 'encrypted') return 'This PDF needs a password, so it takes no notes.';
  return state === 'broken' ? 'The library cannot read this PDF, so it takes no notes.' : null;
}
