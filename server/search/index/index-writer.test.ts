import { expect, test } from 'vitest';
import { entryOf, indexOf } from '../../../test/full-text.ts';
import type { IndexedEntry } from '../entry.ts';
import { IndexWriter } from './index-writer.ts';

test('a customer that is renamed, a number and a new revision write no page', () => {
  const entries = Array.from({ length: 50 }, (_, at) =>
    entryOf(at + 1, { doc_num: `NV ${at}`, hash: `content ${at}`, extraction: 1 }),
  );
  const { file, write, writer, search, find } = indexOf(
    entries.map((entry) => [entry, 'zinc plating', 'salt spray']),
  );
  const written = () =>
    ['page_tokens_data', 'content_tokens_data', 'texts'].map((table) =>
      file.prepare(`select * from ${table}`).all(),
    );
  const before = written();
  write(() => {
    for (const entry of entries) {
      const changed = { customer: 'Boreal Air', doc_num: `BA ${entry.doc_num}`, is_latest: false };
      writer.putEntry({ ...entry, ...changed });
    }
  });
  expect(written()).toEqual(before);
  expect(find('boreal').hits).toHaveLength(50);
  expect(find('norvanta').hits).toEqual([]);
  expect(search('salt', { latest: true }).total).toBe(0);
  expect(search('salt').total).toBe(50);
});

test('a content of several entries is there once, until the last of them is gone', () => {
  const shared = { hash: 'one', extraction: 1 };
  const { file, write, writer, ids } = indexOf([
    [entryOf(1, shared), 'zinc'],
    [entryOf(2, { ...shared, customer_id: 2 }), 'zinc'],
  ]);
  const count = (table: string) =>
    file.prepare(`select count(*) as count from ${table}`).get()?.['count'];
  expect(ids('zinc')).toEqual([2, 1]);
  expect([count('texts'), count('page_tokens')]).toEqual([1, 1]);
  write(() => writer.remove(1));
  expect(ids('zinc')).toEqual([2]);
  write(() => writer.remove(2));
  expect([count('texts'), count('page_tokens'), count('content_tokens')]).toEqual([0, 0, 0]);
  expect(file.prepare('select * from totals').get()).toEqual({
    entries: 0,
    contents: 0,
    pages: 0,
  });
});

test('a customer with few of very many documents gets every match, ranked, and right totals', () => {
  const many: [IndexedEntry, string][] = Array.from({ length: 12_000 }, (_, at) => {
    const customer_id = at < 10 ? 2 : 1; // the oldest
    return [entryOf(at + 1, { customer_id, doc_desc: 'Coating' }), 'zinc plating'];
  });
  const { search } = indexOf(many);
  for (const q of ['zinc', 'zinc plating', '"zinc plating"', 'coating', 'coating zinc', 'doc']) {
    const { hits, total, total_is_least, facets } = search(q, { customer_id: 2 });
    expect(hits.map(({ document_id }) => document_id)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(hits[0]?.pages).toEqual(/zinc/.test(q) ? [1] : []);
    expect([total, total_is_least]).toEqual([10, false]);
    expect(facets.customer).toEqual([
      { customer_id: 1, count: 11_990 },
      { customer_id: 2, count: 10 },
    ]);
  }
});

test('the text of the newest content is written first, as a rebuild of all others takes hours', () => {
  const writer = new IndexWriter(indexOf([]).file);
  for (const id of [1, 2, 3])
    writer.putEntry(entryOf(id, { hash: `content ${id}`, extraction: 1 }));
  expect(writer.missing(2).map(({ hash }) => hash)).toEqual(['content 3', 'content 2']);
});
