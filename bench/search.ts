import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FullText } from '../server/search/full-text/full-text.ts';
import { snippetsOf } from '../server/search/full-text/snippet.ts';
import { TextWriter } from '../server/search/full-text/writer.ts';
import { createIndexFile, openIndexToRead } from '../server/search/index/index-file.ts';
import { median } from './median.ts';
import type { MemoryAsked } from './search-memory.ts';
import { type SearchQuery, searchQueries } from './search-queries.ts';
import { SearchTexts } from './search-texts.ts';
import { circumstances, keepResults, say, table } from './table.ts';

// What we want of the slowest twentieth: a twentieth of the time of FTS5 that ranks every page; of the
// index's size against the texts; of its making on one core; and of the memory of the search thread.
const mostOfPlain = 0.05;
const mostOfText = 0.6;
const leastPagesASecond = 5000;
const mostThreadMb = 200;

/** As many entries as pages. A million takes twenty minutes: SEARCH_PAGES asks for so many. */
const pagesByDefault = 100_000;
const portion = 20_000;
const ofEachKind = 20;
const limit = 20;

type Asked = SearchQuery & { oursMs: number; plainMs: number; total: number };

/** A search of texts with its snippets, against plain FTS5 that ranks by bm25(), by turns. */
export async function benchSearch(dir: string): Promise<boolean> {
  const about = circumstances();
  const pages = Number(process.env['SEARCH_PAGES'] ?? pagesByDefault);
  const files = { index: path.join(dir, 'search.sqlite'), plain: path.join(dir, 'plain.sqlite') };
  const texts = new SearchTexts();
  const built = build(files, texts, pages);
  const asked = ask(files, texts, pages);
  const ours = slowestTwentieth(asked.map(({ oursMs }) => oursMs));
  const plain = slowestTwentieth(asked.map(({ plainMs }) => plainMs));
  const ofText = statSync(files.index).size / built.bytes;
  const threadMb = memoryOfThread(files.index, texts, asked);
  const isMet =
    ours <= plain * mostOfPlain &&
    ofText <= mostOfText &&
    built.pagesASecond >= leastPagesASecond &&
    threadMb <= mostThreadMb;
  const results = { ...built, ofText, p95: { ours, plain }, threadMb, asked };
  const file = await keepResults('search', { circumstances: about, entries: pages, ...results });
  console.log(
    `\nOne search of ${built.pages} pages and ${pages} entries, in ms of processor time; ${ofEachKind} of each`,
  );
  console.log(
    table(
      ['what is typed', 'median', 'p95', 'most', 'FTS5, median', 'FTS5, p95'],
      [...Map.groupBy(asked, ({ kind }) => kind)].map(([kind, some]) => asRow(kind, some)),
    ),
  );
  console.log(
    `p95 of all: ${ours.toFixed(1)} ms, FTS5 ${plain.toFixed(0)} ms: ${(ours / plain).toFixed(3)} of it, wanted ≤ ${mostOfPlain}`,
  );
  console.log(
    `written at ${Math.round(built.pagesASecond)} pages a second of processor time (plain FTS5 ${Math.round(built.plainPagesASecond)}), wanted ≥ ${leastPagesASecond}; ` +
      `${ofText.toFixed(2)} of the texts, wanted ≤ ${mostOfText}`,
  );
  console.log(`the search thread takes ${threadMb} MB at most, wanted ≤ ${mostThreadMb}`);
  console.log(`Kept in ${file}: ${isMet ? 'met' : 'NOT MET'}`);
  return isMet;
}

function build(files: { index: string; plain: string }, texts: SearchTexts, entries: number) {
  const index = createIndexFile(files.index);
  const plain = new DatabaseSync(files.plain);
  plain.exec(`pragma journal_mode = wal; pragma synchronous = off`);
  plain.exec(`create virtual table pages using fts5(text, content = '')`);
  const insert = plain.prepare('insert into pages (rowid, text) values (?, ?)');
  const writer = new TextWriter(index, { isNew: true });
  let [pages, bytes, oursMs, plainMs] = [0, 0, 0, 0];
  for (let from = 1; from <= entries; from += portion) {
    const count = Math.min(portion, entries - from + 1);
    const documents = Array.from({ length: count }, (_, at) => texts.document(from + at));
    oursMs += processorMs(() =>
      inTransaction(index, () => {
        for (const { entry, pages: written } of documents) writer.put(entry, written);
        writer.finish();
      }),
    );
    const written = documents.flatMap((document) => document.pages);
    plainMs += processorMs(() =>
      inTransaction(plain, () => {
        for (const [at, text] of written.entries()) insert.run(pages + at + 1, text);
      }),
    );
    pages += written.length;
    for (const text of written) bytes += Buffer.byteLength(text);
    say(`${from + count - 1} entries, ${pages} pages`);
  }
  oursMs += processorMs(() => inTransaction(index, () => writer.optimize()));
  plainMs += processorMs(() => plain.exec(`insert into pages (pages) values ('optimize')`));
  index.exec('pragma wal_checkpoint(truncate)');
  index.close();
  plain.close();
  return {
    pages,
    bytes,
    pagesASecond: (pages / oursMs) * 1000,
    plainPagesASecond: (pages / plainMs) * 1000,
  };
}

function ask(
  files: { index: string; plain: string },
  texts: SearchTexts,
  entries: number,
): Asked[] {
  const index = openIndexToRead(files.index);
  const plain = new DatabaseSync(files.plain, { readOnly: true });
  const fullText = new FullText(index);
  const best = plain.prepare('select rowid from pages where pages match ? order by rank limit 20');
  const none = { customer_id: null, language: null, latest: false, limit, after: null };
  const queries = searchQueries(texts, entries, ofEachKind);
  // Both are asked once before, as a server is that has run for a while.
  for (const { q, plain: match } of queries) {
    fullText.search({ q, ...none });
    best.all(match);
  }
  const asked = queries.map((query) => {
    let total = 0;
    const oursMs = processorMs(() => {
      const answer = fullText.search({ q: query.q, ...none });
      total = answer.total;
      return answer;
    });
    const answer = fullText.search({ q: query.q, ...none });
    const page = texts.document(10).pages[0] ?? '';
    const shown = answer.hits.flatMap(({ pages }) => pages.map(() => page));
    const snippetsMs = processorMs(() => snippetsOf(shown, answer.sought));
    const plainMs = processorMs(() => best.all(query.plain));
    return { ...query, oursMs: oursMs + snippetsMs, plainMs, total };
  });
  index.close();
  plain.close();
  return asked;
}

/** MB at most that a process takes more once its search thread is asked all of these. */
function memoryOfThread(file: string, texts: SearchTexts, asked: readonly Asked[]): number {
  const script = path.join(import.meta.dirname, 'search-memory.ts');
  const page = texts.document(10).pages[0] ?? '';
  const input = { file, queries: asked.map(({ q }) => q), page } satisfies MemoryAsked;
  return Number(execFileSync(process.execPath, [script], { input: JSON.stringify(input) }));
}

function inTransaction(file: DatabaseSync, work: () => void): void {
  file.exec('begin');
  work();
  file.exec('commit');
}

/** Of this one thread; a machine that others use makes every other clock run too fast. */
function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function slowestTwentieth(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

function asRow(kind: string, asked: readonly Asked[]): string[] {
  const ours = asked.map(({ oursMs }) => oursMs);
  const plain = asked.map(({ plainMs }) => plainMs);
  const times = [
    median(ours),
    slowestTwentieth(ours),
    Math.max(...ours),
    median(plain),
    slowestTwentieth(plain),
  ];
  return [kind, ...times.map((ms) => ms.toFixed(1))];
}
