import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { Engine } from '../server/search/engine.ts';
import { FullText } from '../server/search/full-text/full-text.ts';
import { Snippets } from '../server/search/full-text/snippet.ts';
import { openIndexToRead } from '../server/search/index/index-file.ts';
import { startOn } from './children.ts';
import { median } from './median.ts';
import type { BuildAsked, Built } from './search-build.ts';
import type { MemoryAsked } from './search-memory.ts';
import { type SearchQuery, searchQueries } from './search-queries.ts';
import { SearchTexts } from './search-texts.ts';
import { circumstances, keepResults, table } from './table.ts';
import { processorMs } from './processor-time.ts';

// What we want of the slowest twentieth: 150 ms, and 0.3 of the time of FTS5 that ranks every page; of the index's size
// against the texts; of its making against that of plain FTS5; and of the memory of the search thread.
const mostMs = 150;
const mostOfPlain = 0.3;
const mostOfText = 1;
const leastOfPlainBuild = 0.4;
const mostThreadMb = 200;

/** As many entries as pages. A million takes twenty minutes: SEARCH_PAGES sets it. */
const pagesByDefault = 100_000;
const ofEachKind = 20;
const limit = 20;

type Asked = SearchQuery & { oursMs: number; plainMs: number; total: number };

/** A search of texts with its snippets, against plain FTS5 that ranks by bm25(), by turns. */
export async function benchSearch(dir: string): Promise<boolean> {
  const about = circumstances();
  const pages = Number(process.env['SEARCH_PAGES'] ?? pagesByDefault);
  const files = { index: path.join(dir, 'search.sqlite'), plain: path.join(dir, 'plain.sqlite') };
  const texts = new SearchTexts();
  const built = await build(files, texts, pages);
  const asked = ask(files, texts, pages);
  const ours = slowestTwentieth(asked.map(({ oursMs }) => oursMs));
  const plain = slowestTwentieth(asked.map(({ plainMs }) => plainMs));
  const ofText = statSync(files.index).size / built.bytes;
  const ofPlainBuild = built.pagesASecond / built.plainPagesASecond;
  const threadMb = memoryOfThread({ file: files.index, dir }, texts, asked);
  const isMet =
    ours <= Math.min(mostMs, plain * mostOfPlain) &&
    ofText <= mostOfText &&
    ofPlainBuild >= leastOfPlainBuild &&
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
    `p95 of all: ${ours.toFixed(1)} ms, FTS5 ${plain.toFixed(0)} ms: ${(ours / plain).toFixed(3)} of it, wanted ≤ ${mostOfPlain} and ≤ ${mostMs} ms`,
  );
  console.log(
    `written at ${Math.round(built.pagesASecond)} pages a second of processor time (plain FTS5 ${Math.round(built.plainPagesASecond)}): ${ofPlainBuild.toFixed(2)} of it, wanted ≥ ${leastOfPlainBuild}; ` +
      `${ofText.toFixed(2)} of the texts, wanted ≤ ${mostOfText}`,
  );
  console.log(`the search thread takes ${threadMb} MB at most, wanted ≤ ${mostThreadMb}`);
  console.log(`Kept in ${file}: ${isMet ? 'met' : 'NOT MET'}`);
  return isMet;
}

/** In a process of its own, with the flags of the one that builds an index: this one has a heap of words. */
async function build(asked: BuildAsked, texts: SearchTexts, entries: number): Promise<Built> {
  const script = path.join(import.meta.dirname, 'search-build.ts');
  const command = [process.execPath, '--max-semi-space-size=32', script, JSON.stringify(asked)];
  const child = startOn('0,1', command, { stdio: ['pipe', 'pipe', 2] });
  if (child.stdin === null || child.stdout === null) throw new Error('It has no pipes.');
  const printed = text(child.stdout);
  await pipeline(linesOf(texts, entries), child.stdin);
  return JSON.parse(await printed) as Built; // bench/search-build.ts
}

function* linesOf(texts: SearchTexts, entries: number): Generator<string> {
  for (const document of texts.documents(entries)) yield `${JSON.stringify(document)}\n`;
}

function ask(
  files: { index: string; plain: string },
  texts: SearchTexts,
  entries: number,
): Asked[] {
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
    const snippetsMs = processorMs(() => {
      const snippets = new Snippets(answer.searchedParts);
      for (const one of shown) snippets.of(one);
    });
    const plainMs = processorMs(() => best.all(query.plain));
    return { ...query, oursMs: oursMs + snippetsMs, plainMs, total };
  });
  index.close();
  plain.close();
  return asked;
}

/** The peak growth in MB of a process whose search thread answers all of these. */
function memoryOfThread(
  where: Pick<MemoryAsked, 'file' | 'dir'>,
  texts: SearchTexts,
  asked: readonly Asked[],
): number {
  const script = path.join(import.meta.dirname, 'search-memory.ts');
  const page = texts.document(10).pages[0] ?? '';
  const input = { ...where, queries: asked.map(({ q }) => q), page } satisfies MemoryAsked;
  return Number(execFileSync(process.execPath, [script], { input: JSON.stringify(input) }));
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
