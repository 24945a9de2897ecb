import { DatabaseSync } from 'node:sqlite';
import type { IndexedEntry } from '../server/search/entry.ts';
import { FullText, type TextRequest } from '../server/search/full-text/full-text.ts';
import { createTexts } from '../server/search/full-text/tables.ts';
import { TextWriter } from '../server/search/full-text/writer.ts';

/** An entry for tests: what is not told is as plain as can be. */
export function entryOf(document_id: number, told: Partial<IndexedEntry> = {}): IndexedEntry {
  return {
    document_id,
    customer_id: 1,
    customer: 'Norvanta Automotive',
    doc_num: `DOC ${document_id}`,
    doc_desc: '',
    language: 'EN',
    doc_rev: '1',
    is_latest: true,
    has_file: true,
    hash: null,
    is_scan: false,
    ...told,
  };
}

/** A full text in memory for tests, with these entries and their pages. */
export function indexOf(documents: readonly [IndexedEntry, ...string[]][]) {
  const file = new DatabaseSync(':memory:');
  createTexts(file);
  const writer = new TextWriter(file);
  for (const [entry, ...pages] of documents) writer.put(entry, pages);
  writer.finish();
  const fullText = new FullText(file);
  const search = (q: string, told: Partial<TextRequest> = {}) =>
    fullText.search({
      q,
      customer_id: null,
      language: null,
      latest: false,
      limit: 20,
      after: null,
      ...told,
    });
  const ids = (q: string, told: Partial<TextRequest> = {}) =>
    search(q, told).hits.map(({ document_id }) => document_id);
  return { file, writer, search, ids };
}
