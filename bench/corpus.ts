import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type DocumentIdentity,
  fileNameKey,
  pdfFileName,
  shortPdfFileName,
} from '#contract/file-name.ts';
import { addUser } from '../server/auth/accounts.ts';
import { customerKey } from '../server/catalogue/customers.ts';
import { naturalKeyOf } from '#contract/natural-order.ts';
import { openDatabase } from '../server/db/open.ts';
import { randomNumbersFrom } from '../test/random.ts';
import { corpusSize, customerNames, entriesOf, entryCounts } from './corpus-entries.ts';
import { say } from './table.ts';
import { sqliteAt } from '../test/databases.ts';

export type Corpus = { dataDir: string; customers: string[]; largeFile: DocumentIdentity };

export const reader = { name: 'bench-reader', password: 'a bench needs no secret' };
export const librarian = { name: 'bench-librarian', password: 'a bench needs no secret' };
export const largeFileBytes = 100_000_000;

const home = path.join(os.tmpdir(), 'egd-library-bench');

/** Makes a library of 10,000 customers and 1,000,000 entries, or takes the one of an earlier run. */
export async function prepareCorpus(): Promise<Corpus> {
  const dataDir = path.join(home, `corpus-${await sourcesHash()}`);
  if (!(await exists(dataDir))) {
    await rm(home, { recursive: true, force: true });
    const unfinished = `${dataDir}.unfinished`;
    await build(unfinished);
    await rename(unfinished, dataDir);
  }
  return { dataDir, customers: customerNames(), largeFile: largeFile() };
}

/** Opens the database of a corpus as the command line does. */
export function openCorpus(corpus: Corpus): ReturnType<typeof openDatabase> {
  return openDatabase({ database: sqliteAt(databaseIn(corpus.dataDir)) });
}

async function build(dataDir: string): Promise<void> {
  say(`building a library of ${corpusSize.entries} entries in ${dataDir}, once`);
  const startedMs = Date.now();
  const db = await openDatabase({ database: sqliteAt(databaseIn(dataDir)) });
  await addUser(db, { ...reader, roles: ['EGD_LIB', 'EGD_LIB_EDIT'] }, new Date());
  await db.destroy();
  fill(databaseIn(dataDir));
  await mkdir(path.join(dataDir, 'documents'));
  await pipeline(
    Readable.from(noisyPdf()),
    createWriteStream(path.join(dataDir, 'documents', pdfFileName(largeFile()))),
  );
  await scan(dataDir);
  say(`built in ${Math.round((Date.now() - startedMs) / 1000)} s`);
}

// Inserts all rows in one transaction, and creates triggers and indexes afterwards: through
// `saveEntries` a million entries take an hour.
function fill(file: string): void {
  const db = new DatabaseSync(file);
  db.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -400000');
  const later = db
    .prepare(
      `select type, name, sql from sqlite_master
        where sql is not null and tbl_name in ('customers', 'documents') and type in ('index', 'trigger')`,
    )
    .all();
  db.exec('begin');
  for (const { type, name } of later) db.exec(`drop ${type} ${name}`);
  insertAll(db);
  for (const { sql } of later) db.exec(String(sql));
  db.exec(`update versions set value = value + 1; commit; analyze; pragma journal_mode = wal`);
  const { entries } = db.prepare('select count(*) as entries from documents').get() ?? {};
  db.close();
  if (entries !== corpusSize.entries) throw new Error(`The corpus has ${entries} entries.`);
}

function insertAll(db: DatabaseSync): void {
  const addCustomer = db.prepare(
    `insert into customers (id, name, name_key, sort_key, documents_version) values (?, ?, ?, ?, 1)`,
  );
  const addDocument = db.prepare(
    `insert into documents (customer_id, doc_num, doc_desc, doc_rev, language, file_key,
      short_file_key, sort_key, created_by_user, modified_by_user, created_at, modified_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const counts = entryCounts();
  for (const [index, customer] of customerNames().entries()) {
    addCustomer.run(index + 1, customer, customerKey(customer), naturalKeyOf([customer]));
    for (const entry of entriesOf(customer, index, counts[index] ?? 0)) {
      const { doc_num, doc_desc, doc_rev, language, user } = entry;
      addDocument.run(
        index + 1,
        doc_num,
        doc_desc,
        doc_rev,
        language,
        fileNameKey(pdfFileName(entry)),
        fileNameKey(shortPdfFileName(entry)),
        naturalKeyOf([doc_num, language ?? '', doc_rev]),
        user,
        user,
        entry.createdAt,
        entry.modifiedAt,
      );
    }
  }
}

/** The largest customer's first entry; its file is the one that the file bench reads. */
function largeFile(): DocumentIdentity {
  const [customer = ''] = customerNames();
  const [entry] = entriesOf(customer, 0, 1);
  if (entry === undefined) throw new Error('The largest customer has no entry.');
  return entry;
}

// The library serves any file that begins and ends like a PDF, even when it is broken inside.
function* noisyPdf(): Generator<Buffer> {
  const [head, tail] = [Buffer.from('%PDF-1.7\n'), Buffer.from('\n%%EOF\n')];
  yield head;
  yield* noise(largeFileBytes - head.length - tail.length);
  yield tail;
}

/** Scans the folder as an operator would, so that the server has nothing to do but serve. */
async function scan(dataDir: string): Promise<void> {
  const program = path.join(import.meta.dirname, '..', 'cli', 'main.js');
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, SCAN_EVERY_SECONDS: '1' };
  const child = spawn(process.execPath, [program, 'scan'], { stdio: 'ignore', env });
  await once(child, 'close');
}

function* noise(bytes: number): Generator<Buffer> {
  const random = randomNumbersFrom(bytes);
  for (let left = bytes; left > 0;) {
    const words = Uint32Array.from({ length: 65_536 }, () => random() * 2 ** 32);
    const piece = Buffer.from(words.buffer).subarray(0, left);
    left -= piece.length;
    yield piece;
  }
}

// The corpus is rebuilt when the schema or the code that makes its rows has changed.
async function sourcesHash(): Promise<string> {
  const root = path.join(import.meta.dirname, '..');
  const migrations = path.join(root, 'server/db/migrations');
  const sources = [
    ...(await readdir(migrations)).sort().map((name) => path.join(migrations, name)),
    ...['contract/natural-order.ts', 'contract/file-name.ts', 'test/random.ts'].map((name) =>
      path.join(root, name),
    ),
    ...['corpus.ts', 'corpus-entries.ts'].map((name) => path.join(import.meta.dirname, name)),
  ];
  const digest = createHash('sha256');
  for (const source of sources) digest.update(await readFile(source));
  return digest.digest('hex').slice(0, 12);
}

/** The file of a library's database. */
export function databaseIn(dataDir: string): string {
  return path.join(dataDir, 'library.sqlite');
}

function exists(at: string): Promise<boolean> {
  return access(at).then(
    () => true,
    () => false,
  );
}
