import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { EngineWriter } from '../server/search/engine.ts';
import { createIndexFile } from '../server/search/index/index-file.ts';
import { processorMs } from './processor-time.ts';
import type { TextDocument } from './search-texts.ts';
import { say } from './table.ts';

export type BuildAsked = { index: string; plain: string };
export type Built = {
  pages: number;
  bytes: number;
  pagesASecond: number;
  plainPagesASecond: number;
};

// Builds an index and plain FTS5 by turns, of documents that come as lines of JSON, and prints how fast.

const portion = 20_000;

const files = JSON.parse(process.argv[2] ?? '{}') as BuildAsked; // bench/search.ts
const index = createIndexFile(files.index);
const plain = new DatabaseSync(files.plain);
plain.exec(`pragma journal_mode = wal; pragma synchronous = off`);
plain.exec(`create virtual table pages using fts5(text, content = '')`);
const insert = plain.prepare('insert into pages (rowid, text) values (?, ?)');
const writer = new EngineWriter(index);
const done = { entries: 0, pages: 0, bytes: 0, oursMs: 0, plainMs: 0 };
let waiting: TextDocument[] = [];
for await (const line of createInterface({ input: process.stdin })) {
  waiting.push(JSON.parse(line) as TextDocument); // as bench/search.ts wrote it
  if (waiting.length === portion) writeWaiting();
}
writeWaiting();
done.oursMs += processorMs(() => inTransaction(index, () => writer.optimize()));
done.plainMs += processorMs(() => plain.exec(`insert into pages (pages) values ('optimize')`));
done.oursMs += processorMs(() => index.exec('pragma incremental_vacuum'));
index.exec('pragma wal_checkpoint(truncate)');
index.close();
plain.close();
const { pages, bytes, oursMs, plainMs } = done;
const built: Built = {
  pages,
  bytes,
  pagesASecond: (pages / oursMs) * 1000,
  plainPagesASecond: (pages / plainMs) * 1000,
};
console.log(JSON.stringify(built));

function writeWaiting(): void {
  done.oursMs += processorMs(() =>
    inTransaction(index, () => {
      for (const { entry, pages: texts } of waiting) {
        writer.put(entry, texts);
        if (writer.isFull) writer.finish();
      }
      writer.finish();
    }),
  );
  const written = waiting.flatMap((document) => document.pages);
  done.plainMs += processorMs(() =>
    inTransaction(plain, () => {
      for (const [at, text] of written.entries()) insert.run(done.pages + at + 1, text);
    }),
  );
  done.entries += waiting.length;
  done.pages += written.length;
  for (const text of written) done.bytes += Buffer.byteLength(text);
  waiting = [];
  say(`${done.entries} entries, ${done.pages} pages`);
}

function inTransaction(file: DatabaseSync, work: () => void): void {
  file.exec('begin');
  work();
  file.exec('commit');
}
