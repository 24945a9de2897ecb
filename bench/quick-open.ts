import { statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Engine, EngineWriter } from '../server/search/engine.ts';
import { createIndexFile, openIndexToRead } from '../server/search/index/index-file.ts';
import { QuickOpen } from '../server/search/quick-open/quick-open.ts';
import {
  type CorpusEntry,
  corpusSize,
  customerNames,
  entriesOf,
  entryCounts,
} from './corpus-entries.ts';
import { median } from './median.ts';
import { queriesFor } from './quick-open-queries.ts';
import { circumstances, keepResults, say, table } from './table.ts';

// What we want of the slowest twentieth: a twentieth of the time that a plain LIKE takes for the same.
const mostOfLike = 0.05;

const entriesAsked = 12;
const limit = 20;
const portion = 50_000;

type Asked = { kind: string; oursMs: number; likeMs: number; isFound: boolean };

/** A keystroke in quick open, against LIKE over the same rows, by turns. */
export async function benchQuickOpen(dir: string): Promise<boolean> {
  const about = circumstances();
  const files = { index: path.join(dir, 'search.sqlite'), plain: path.join(dir, 'plain.sqlite') };
  const { entriesASecond, asked } = build(files);
  const found = ask(files, asked);
  const ours = slowestTwentieth(found.map(({ oursMs }) => oursMs));
  const like = slowestTwentieth(found.map(({ likeMs }) => likeMs));
  const megabytes = statSync(files.index).size / 1e6;
  const isMet = ours <= like * mostOfLike;
  const file = await keepResults('quick-open', {
    circumstances: about,
    entriesASecond,
    megabytes,
    p95: { ours, like },
    asked: found,
  });
  console.log(`\nOne query among ${corpusSize.entries} entries, in ms; ${found.length} of each`);
  console.log(
    table(
      ['what is typed', 'median', 'p95', 'most', 'LIKE, median', 'answered'],
      [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, some]) => asRow(kind, some)),
    ),
  );
  console.log(
    `p95 of all: ${ours.toFixed(1)} ms, LIKE ${like.toFixed(0)} ms: ${(ours / like).toFixed(3)} of it, ` +
      `wanted ≤ ${mostOfLike}: ${isMet ? 'met' : 'NOT MET'}`,
  );
  console.log(
    `written at ${Math.round(entriesASecond)} entries a second; ${megabytes.toFixed(0)} MB`,
  );
  console.log(`Kept in ${file}`);
  return isMet;
}

type Files = { index: string; plain: string };

/** Writes all entries to the index and to a plain table; gives some of them to be asked for. */
function build(files: Files): { entriesASecond: number; asked: CorpusEntry[] } {
  say(`writing ${corpusSize.entries} entries to an index, and to a plain table`);
  const index = createIndexFile(files.index);
  const plain = new DatabaseSync(files.plain);
  plain.exec('pragma synchronous = off; create table labels (id integer primary key, label text)');
  const insert = plain.prepare('insert into labels (id, label) values (?, ?)');
  const writer = new EngineWriter(index);
  const asked: CorpusEntry[] = [];
  let document_id = 0;
  let writingMs = 0;
  for (const entries of portions()) {
    plain.exec('begin');
    for (const [at, entry] of entries.entries()) {
      const { customer, doc_num, doc_desc, language, doc_rev } = entry;
      const label = [customer, doc_num, doc_desc, language, doc_rev].join(' ');
      insert.run(document_id + at + 1, label);
    }
    plain.exec('commit');
    const startedMs = performance.now();
    index.exec('begin');
    for (const { customerIndex, ...entry } of entries) {
      document_id++;
      const is_latest = document_id % 4 !== 0; // a quarter are older revisions
      const facts = { is_latest, hash: null, text_state: 'searched' as const };
      writer.put({ ...entry, document_id, customer_id: customerIndex, ...facts }, []);
      if (document_id % Math.floor(corpusSize.entries / entriesAsked) === 0) asked.push(entry);
    }
    writer.finish();
    index.exec('commit');
    writingMs += performance.now() - startedMs;
  }
  writer.optimize();
  index.exec('pragma wal_checkpoint(truncate)');
  index.close();
  plain.close();
  return { entriesASecond: (document_id / writingMs) * 1000, asked };
}

type NumberedEntry = CorpusEntry & { customerIndex: number };

function* portions(): Generator<NumberedEntry[]> {
  const counts = entryCounts();
  let entries: NumberedEntry[] = [];
  for (const [customerIndex, customer] of customerNames().entries()) {
    for (const entry of entriesOf(customer, customerIndex, counts[customerIndex] ?? 0)) {
      entries.push({ ...entry, customerIndex });
      if (entries.length < portion) continue;
      yield entries;
      entries = [];
    }
  }
  yield entries;
}

function ask(files: Files, asked: readonly CorpusEntry[]): Asked[] {
  const index = openIndexToRead(files.index);
  const quickOpen = new QuickOpen(new Engine(index));
  const like = new DatabaseSync(files.plain, { readOnly: true }).prepare(
    `select id from labels where label like ? order by id desc limit ${limit}`,
  );
  const queries = queriesFor(asked);
  say(`asking ${queries.length} queries`);
  // The first ones also read the program and the file.
  for (const { q } of queries.slice(0, 5)) quickOpen.find(q);
  return queries.map(({ kind, q }) => {
    const [found, oursMs] = timed(() => quickOpen.find(q));
    const [, likeMs] = timed(() => like.all(`%${q}%`));
    return { kind, oursMs, likeMs, isFound: found.hits.length + found.didYouMean.length > 0 };
  });
}

function timed<T>(work: () => T): [T, number] {
  const startedMs = performance.now();
  const result = work();
  return [result, performance.now() - startedMs];
}

function slowestTwentieth(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.95)] ?? Infinity;
}

function asRow(kind: string, asked: readonly Asked[]): string[] {
  const ours = asked.map(({ oursMs }) => oursMs);
  const answered = asked.filter(({ isFound }) => isFound).length;
  return [
    kind,
    median(ours).toFixed(1),
    slowestTwentieth(ours).toFixed(1),
    Math.max(...ours).toFixed(1),
    median(asked.map(({ likeMs }) => likeMs)).toFixed(0),
    `${answered} of ${asked.length}`,
  ];
}
