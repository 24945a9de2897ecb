import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addUser } from '../server/auth/accounts.ts';
import { type Config, ConfigError, readConfig } from '../server/config/config.ts';
import { migrateDatabase } from '../server/db/open.ts';
import { openLibrary } from '../server/library.ts';
import { folderPlace } from '../server/scan/place.ts';
import { Scanner } from '../server/scan/scan.ts';
import { closeOnSignal, failToStart, serve } from '../server/serve.ts';
import { addSampleEntries } from './add-entries.ts';
import { addSampleCases } from './cases.ts';
import { copySampleFiles, strayDocuments } from './catalogue.ts';

// A library to try: sample entries and their PDFs, in a folder of its own (.demo, or DATA_DIR), reachable from this
// machine only, because everyone knows the password.

const folder = path.resolve(
  process.env['DATA_DIR'] || path.join(import.meta.dirname, '..', '.demo'),
);
const marker = 'this-is-a-demo';
const password = 'standards-demo';
const users = [
  { name: 'engineer', display_name: 'Erin Engineer', roles: ['EGD_LIB'] },
  { name: 'librarian', display_name: 'Lee Librarian', roles: ['EGD_LIB', 'EGD_LIB_EDIT'] },
  { name: 'reviewer', display_name: 'Robin Reviewer', roles: ['EGD_LIB', 'EGD_LIB_REVIEW'] },
  { name: 'auditor', display_name: 'Ada Auditor', roles: ['EGD_LIB', 'EGD_LIB_AUDIT'] },
  { name: 'visitor', display_name: 'Vera Visitor', roles: [] },
];

async function fillLibrary(config: Config): Promise<void> {
  await copySampleFiles(config.shareDir);
  await cp(strayDocuments, config.shareDir, { recursive: true });
  if (config.database.kind === 'sqlite') await forget(config.database.file);
  await migrateDatabase(config.database); // it begins again beside its old index and pictures
  const library = await openLibrary(config);
  const { db } = library;
  try {
    await addSampleEntries(library);
    for (const user of users) await addUser(db, { ...user, password }, new Date());
    await addSampleCases(library, 'reviewer');
    // We copied the files ourselves: none is still growing.
    const deps = { db, place: folderPlace(config.shareDir) };
    await new Scanner(deps).scan({ settleAtOnce: true });
  } finally {
    await db.destroy();
  }
}

/** The demo empties the library in its folder: never somebody's own. */
async function requireOwnFolder(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  if (process.env['DATA_DIR'] && names.length > 0 && !names.includes(marker)) {
    throw new ConfigError([
      `DATA_DIR (${folder}) is not empty, and no demo made it. Name a new folder.`,
    ]);
  }
  await writeFile(path.join(folder, marker), '');
}

async function forget(file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
}

try {
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: process.env['PORT'],
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    COMPANY_NAME: 'Harbour Precision Parts',
  });
  await requireOwnFolder();
  await fillLibrary(config);
  const serving = await serve(config);
  closeOnSignal(serving);
  console.log(`
  EGD Library, with sample standards:  ${serving.url}

  sign in as   engineer    reads
               librarian   reads, and keeps the library in order (Manage)
               reviewer    reads, and reviews changed standards (Cases)
               auditor     reads, also the history (Audit), and changes nothing
               visitor     may sign in, but holds no role
  password     ${password}

  Ctrl+C ends it.
`);
} catch (error) {
  failToStart(error);
}
