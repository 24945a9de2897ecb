import path from 'node:path';
import { LibraryError } from '#contract/errors.ts';
import { addressedFileKey, pdfFileName } from '#contract/file-name.ts';
import type { RedlineSide } from '#contract/redline.ts';
import type { Db } from '../db/schema.ts';
import { extractionVersion } from '../pdf/facts.ts';
import { entriesWithFile } from '../matching/entry-files.ts';
import type { SideFile } from './redline-process.ts';

/** A side of a redline whose file exists and was read. */
export type ReadySide = { state: 'ready'; side: RedlineSide; file: SideFile };
export type FoundSide = ReadySide | { state: 'reading' | 'reading_again' };

/** Finds what a side's name means, or says why it cannot be compared. */
export async function findSide(db: Db, name: string, shareDir: string): Promise<FoundSide> {
  const entry = await findEntry(db, name);
  if (entry === null) throw new LibraryError('not_found', `Document "${name}" not found.`);
  const { customer, doc_num, doc_desc, language, doc_rev, file_id, hash, state } = entry;
  const status = entry.status ?? 'unsure';
  const called = `${pdfFileName({ doc_num, language, doc_rev })} of ${customer}`;
  if (file_id === null || entry.path === null || entry.gone_at !== null) {
    throw new LibraryError('not_found', `The PDF file ${called} was not found.`);
  }
  if (state === 'encrypted') {
    const message = `The PDF file ${called} needs a password, so its text cannot be compared.`;
    throw new LibraryError('file_damaged', message);
  }
  if (state === 'broken') {
    throw new LibraryError(
      'file_damaged',
      `The PDF file ${called} cannot be read. ${entry.fault ?? ''}`.trim(),
    );
  }
  // Words that an earlier version read have no furniture, and others beside them would be changes.
  const isOld = (entry.extraction ?? 0) < extractionVersion;
  if (hash === null || state === null || entry.words_of === null || isOld) {
    if (entry.verdict === 'not_pdf' || entry.verdict === 'incomplete') {
      throw new LibraryError('file_damaged', `The file ${called} is not a complete PDF.`);
    }
    return { state: isOld && entry.words_of !== null ? 'reading_again' : 'reading' };
  }
  // save-facts.ts writes it for every readable content.
  const page_sizes = JSON.parse(entry.page_sizes ?? '[]') as RedlineSide['page_sizes'];
  return {
    state: 'ready',
    side: { customer, doc_num, doc_desc, language, doc_rev, status, hash, page_sizes },
    file: {
      at: path.join(shareDir, entry.path),
      bytes: entry.bytes ?? 0,
      modified_ns: entry.modified_ns ?? '',
    },
  };
}

type Reading = { customer: string | null; fileName: string };

/**
 * Customer, number, language and revision, each encoded, joined by `_`. Each of them may contain a `_`,
 * so every `_` is tried as the end of the customer. The PDF's own name needs no customer.
 */
function readingsOf(name: string): Reading[] {
  const parts = name.split('_').slice(0, mostParts);
  const withCustomer = parts.slice(1, -1).map((_, at) => ({
    customer: parts
      .slice(0, at + 1)
      .map(decoded)
      .join('_'),
    fileName: parts
      .slice(at + 1)
      .map(decoded)
      .join('_'),
  }));
  return [
    ...withCustomer,
    { customer: null, fileName: name },
    { customer: null, fileName: decoded(name) },
  ];
}

const mostParts = 40;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a literal percent sign
  }
}

/** The entry that a name of redlineName means, or the name of its PDF alone; with its file and content. */
export async function findEntry(db: Db, name: string) {
  const readings = readingsOf(name);
  const keys = [...new Set(readings.map(({ fileName }) => addressedFileKey(fileName)))];
  const found = await entriesWithFile(db)
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .leftJoin('revisions', 'revisions.document_id', 'documents.id')
    .leftJoin('contents', 'contents.hash', 'files.hash')
    .leftJoin('content_words', 'content_words.hash', 'contents.hash')
    .select(['documents.id as document_id', 'customers.name as customer', 'file_key'])
    .select(['doc_num', 'doc_desc', 'language', 'doc_rev', 'status'])
    .select(['files.id as file_id', 'path', 'files.bytes', 'modified_ns', 'verdict', 'gone_at'])
    .select(['contents.hash', 'contents.state', 'contents.fault', 'page_sizes'])
    .select(['content_words.hash as words_of', 'extraction'])
    .where('file_key', 'in', keys)
    .orderBy('documents.id')
    .execute();
  for (const { customer, fileName } of readings) {
    const key = addressedFileKey(fileName);
    const match = found.find(
      (one) => one.file_key === key && (customer === null || one.customer === customer),
    );
    if (match !== undefined) return match;
  }
  return null;
}
