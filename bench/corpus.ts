import { mkdir } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileNameKey, pdfFileName, shortPdfFileName } from '#contract/file-name.ts';
import { naturalKeyOf } from '#contract/natural-order.ts';
import { addUser } from '../server/auth/accounts.ts';
import { customerKey } from '../server/catalogue/customers.ts';
import { openLibrary } from '../server/library.ts';
import { folderPlace } from '../server/scan/place.ts';
import { Scanner } from '../server/scan/scan.ts';
import { sqliteAt } from '../test/databases.ts';
import { randomNumbersFrom } from '../test/random.ts';
import { say } from './table.ts';

export const corpusSize = { customers: 10_000, entries: 1_000_000 } as const;
export const reader = { name: 'bench-reader', password: 'a bench needs no secret' };
export const largeFileBytes = 100_000_000;

/** The first entry; the PDF of 100 MB is its. */
export const largeFile = { doc_num: 'S-1', language: 'EN', doc_rev: '1' };

/** The first customer has most entries, by a power law: 20,000 or so. */
export const customerName = (index: number): string => `Customer ${index + 1}`;

/** Makes a library of 10,000 customers and 1,000,000 entries. */
export async function makeCorpus(dataDir: string): Promise<void> {
  say(`making a library of ${corpusSize.entries} entries`);
  const file = path.join(dataDir, 'library.sqlite');
  const library = await openLibrary({ database: sqliteAt(file) });
  await addUser(library.db, { ...reader, roles: ['EGD_LIB'] }, new Date());
  fill(file);
  const root = path.join(dataDir, 'documents');
  await mkdir(root);
  const target = createWriteStream(path.join(root, pdfFileName(largeFile)));
  await pipeline(Readable.from(noisyPdf()), target);
  const scanner = new Scanner({ db: library.db, place: folderPlace(root) });
  await scanner.scan({ settleAtOnce: true });
  await library.db.destroy();
}

// In one transaction, with triggers and indexes made afterwards: through `saveEntries` a million entries take an hour.
function fill(file: string): void {
  const db = new DatabaseSync(file);
  const later = db
    .prepare(
      `select type, name, sql from sqlite_master
        where sql is not null and tbl_name in ('customers', 'documents') and type in ('index', 'trigger')`,
    )
    .all();
  db.exec('pragma synchronous = off; begin');
  for (const { type, name } of later) db.exec(`drop ${type} ${name}`);
  insertAll(db);
  for (const { sql } of later) db.exec(String(sql));
  db.exec('update versions set value = value + 1; commit; analyze');
  db.close();
}

function insertAll(db: DatabaseSync): void {
  const addCustomer = db.prepare(
    `insert into customers (id, name, name_key, sort_key, documents_version) values (?, ?, ?, ?, 1)`,
  );
  const addDocument = db.prepare(
    `insert into documents (customer_id, doc_num, doc_desc, doc_rev, language, file_key,
      short_file_key, sort_key, created_by_user, modified_by_user, created_at, modified_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, 'jsmith', 'jsmith', ?, ?)`,
  );
  const at = new Date(0).toISOString();
  let number = 0;
  for (let index = 0; index < corpusSize.customers; index++) {
    const name = customerName(index);
    addCustomer.run(index + 1, name, customerKey(name), naturalKeyOf([name]));
    const share = Math.floor(20_000 / (index + 1) ** 0.7);
    const last = index === corpusSize.customers - 1 ? corpusSize.entries : number + share;
    while (number < Math.min(last, corpusSize.entries)) {
      const entry = { ...largeFile, doc_num: `S-${++number}` };
      const keys = [pdfFileName(entry), shortPdfFileName(entry)].map(fileNameKey);
      const sort = naturalKeyOf([entry.doc_num, entry.language, entry.doc_rev]);
      const doc_desc = `Surface protection of part ${number}, delivery condition, class ${number % 40}`;
      addDocument.run(index + 1, entry.doc_num, doc_desc, '1', 'EN', ...keys, sort, at, at);
    }
  }
}

// The library serves any file that begins and ends like a PDF, even when it is broken inside.
function* noisyPdf(): Generator<Buffer> {
  const [head, tail] = [Buffer.from('%PDF-1.7\n'), Buffer.from('\n%%EOF\n')];
  yield head;
  const random = randomNumbersFrom(1);
  const noise = Buffer.from(Uint32Array.from({ length: 2 ** 20 }, () => random() * 2 ** 32).buffer);
  for (let left = largeFileBytes - head.length - tail.length; left > 0; left -= noise.length) {
    yield noise.subarray(0, left);
  }
  yield tail;
}
