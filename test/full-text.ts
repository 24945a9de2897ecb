import { DatabaseSync } from 'node:sqlite';
import { createTexts, Engine, EngineWriter } from '../server/search/engine.ts';
import type { IndexedEntry } from '../server/search/entry.ts';
import { FullText, type TextRequest } from '../server/search/full-text/full-text.ts';
import { QuickOpen } from '../server/search/quick-open/quick-open.ts';

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
    hash: null,
    text_state: 'searched',
    ...told,
  };
}

/** An index in memory for tests, with these entries and their pages. */
export function indexOf(documents: readonly [IndexedEntry, ...string[]][]) {
  const file = new DatabaseSync(':memory:');
  createTexts(file);
  const writer = new EngineWriter(file);
  // New after each write, as an engine sees what others write, and not what its own file does.
  let engine = new Engine(file);
  const write = (work: () => void) => {
    file.exec('begin');
    work();
    writer.finish();
    file.exec('commit');
    engine = new Engine(file);
  };
  write(() => {
    for (const [entry, ...pages] of documents) writer.put(entry, pages);
  });
  const search = (q: string, told: Partial<TextRequest> = {}) =>
    new FullText(engine).search({
      q,
      customer_id: null,
      language: null,
      latest: false,
      limit: 20,
      after: null,
      ...told,
    });
  /** The documents that have all words. */
  const ids = (q: string, told: Partial<TextRequest> = {}) =>
    search(q, told)
      .hits.filter(({ lacks }) => lacks.length === 0)
      .map(({ document_id }) => document_id);
  const find = (q: string) => new QuickOpen(engine).find(q);
  return { file, writer, write, search, ids, find };
}
