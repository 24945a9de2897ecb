import { statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Engine } from '../server/search/engine.ts';
import { FullText } from '../server/search/full-text/full-text.ts';
import { Snippets } from '../server/search/full-text/snippet.ts';
import { createIndexFile, openIndexToRead } from '../server/search/index/index-file.ts';
import { LibraryWriter } from '../test/full-text.ts';
import { median } from './median.ts';
import { type SearchQuery, searchQueries } from './search-queries.ts';
import { SearchTexts, type TextDocument } from './search-texts.ts';
import { circumstances, report, type Row, say } from './table.ts';

// What we want: of the slowest twentieth, milliseconds and the share of FTS5 that ranks every page; of the index, its
// size against the texts and the speed of its making against that of plain FTS5.
const most = { ms: 150, ofPlain: 0.3, ofText: 1 };
const leastOfPlainBuild = 0.4;

/** As many entries as pages. A million takes twenty minutes: SEARCH_PAGES sets it. */
const pagesByDefault = 100_000;
const portion = 20_000;
const ofEachKind = 20;
const limit = 20;

type Asked = SearchQuery & { oursMs: number; plainMs: number };
type Files = { index: string; plain: string };
type Built = { pages: number; bytes: number; oursMs: number; plainMs: number };

/** A search of texts with its snippets, against plain FTS5 that ranks by bm25(), by turns, in processor time. */
export async function benchSearch(dir: string): Promise<boolean> {
  const about = circumstances();
  const entries = Number(process.env['SEARCH_PAGES'] ?? pagesByDefault);
  const files = { index: path.join(dir, 'search.sqlite'), plain: path.join(dir, 'plain.sqlite') };
  const texts = new SearchTexts();
  const built = build(files, texts, entries);
  const asked = ask(files, texts, entries);
  const kinds = [...Map.groupBy(asked, ({ kind }) => kind)].map(([kind, some]): Row => ({
    what: `${kind}: median ms`,
    value: median(some.map(({ oursMs }) => oursMs)),
    of: `FTS5 ${median(some.map(({ plainMs }) => plainMs)).toFixed(1)} ms`,
  }));
  const ours = slowestTwentieth(asked.map(({ oursMs }) => oursMs));
  const plain = slowestTwentieth(asked.map(({ plainMs }) => plainMs));
  const ofText = statSync(files.index).size / built.bytes;
  return report('search', about, [
    ...kinds,
    { what: 'p95 ms', value: ours, most: most.ms, of: `${built.pages} pages, ${entries} entries` },
    { what: 'p95, of FTS5', value: ours / plain, most: most.ofPlain },
    { what: 'size of the index, of the texts', value: ofText, most: most.ofText },
    {
      what: 'speed of writing, of FTS5',
      value: built.plainMs / built.oursMs,
      least: leastOfPlainBuild,
      of: `${Math.round((built.pages / built.oursMs) * 1000)} pages a second`,
    },
  ]);
}

/** An index and plain FTS5 of the same pages, by turns. */
function build(files: Files, texts: SearchTexts, entries: number): Built {
  const index = createIndexFile(files.index);
  const plain = new DatabaseSync(files.plain);
  plain.exec(`pragma journal_mode = wal; pragma synchronous = off`);
  plain.exec(`create virtual table pages using fts5(text, content = '')`);
  const insert = plain.prepare('insert into pages (rowid, text) values (?, ?)');
  const writer = new LibraryWriter(index);
  const built = { pages: 0, bytes: 0, oursMs: 0, plainMs: 0 };
  for (let first = 1; first <= entries; first += portion) {
    const documents = Array.from({ length: Math.min(portion, entries - first + 1) }, (_, at) =>
      texts.document(first + at),
    );
    built.oursMs += processorMs(() => inTransaction(index, () => writeAll(writer, documents)));
    const pages = documents.flatMap((document) => document.pages);
    built.plainMs += processorMs(() =>
      inTransaction(plain, () => {
        for (const [at, text] of pages.entries()) insert.run(built.pages + at + 1, text);
      }),
    );
    built.pages += pages.length;
    for (const text of pages) built.bytes += Buffer.byteLength(text);
    say(`${first + documents.length - 1} entries, ${built.pages} pages`);
  }
  built.oursMs += processorMs(() => inTransaction(index, () => writer.optimize()));
  built.plainMs += processorMs(() => plain.exec(`insert into pages (pages) values ('optimize')`));
  built.oursMs += processorMs(() => index.exec('pragma incremental_vacuum'));
  index.exec('pragma wal_checkpoint(truncate)');
  index.close();
  plain.close();
  return built;
}

function writeAll(writer: LibraryWriter, documents: readonly TextDocument[]): void {
  for (const { entry, pages } of documents) writer.put(entry, pages);
  writer.finish();
}

function inTransaction(file: DatabaseSync, work: () => void): void {
  file.exec('begin');
  work();
  file.exec('commit');
}

function ask(files: Files, texts: SearchTexts, entries: number): Asked[] {
  const index = openIndexToRead(files.index);
  const plain = new DatabaseSync(files.plain, { readOnly: true });
  const fullText = new FullText(new Engine(index));
  const best = plain.prepare('select rowid from pages where pages match ? order by rank limit 20');
  const none = { customer_id: null, language: null, latest: false, limit, after: null };
  const queries = searchQueries(texts, entries, ofEachKind);
  // Both are asked once before, as a server is that has run for a while.
  for (const { q, plain: match } of queries) {
    fullText.search({ q, ...none });
    best.all(match);
  }
  const page = texts.document(10).pages[0] ?? '';
  const asked = queries.map((query) => {
    const oursMs = processorMs(() => {
      const { hits, searchedParts } = fullText.search({ q: query.q, ...none });
      const snippets = new Snippets(searchedParts);
      for (const _ of hits.flatMap(({ pages }) => pages)) snippets.of(page);
    });
    return { ...query, oursMs, plainMs: processorMs(() => best.all(query.plain)) };
  });
  index.close();
  plain.close();
  return asked;
}

function slowestTwentieth(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

/** Of this process, its helping threads included; on a machine that others use every other clock runs too fast. */
function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
