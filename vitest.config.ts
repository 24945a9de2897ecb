import { defineConfig } from 'vitest/config';
import { compileCache } from './test/compile-cache.ts';
import { memoryFolder } from './test/memory-folder.ts';

// The limits only end what hangs: a machine that is shared may be ten times slower than a quiet one.
const shared = {
  setupFiles: ['./test/seed.ts'],
  env: { NODE_COMPILE_CACHE: compileCache },
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
};

const inMemory = { ...shared, env: { ...shared.env, TMPDIR: memoryFolder() } };

const units = ['{contract,server,cli,sample,tools,web,bench}/**/*.test.ts'];

// Most of the processor time of all unit tests: they start many processes, directories and issuers, or read
// hundreds of PDFs. `npm test` leaves them to `npm run test:long`, so that it takes less than two minutes.
const long = [
  'server/{any-call,killed-server,main}.test.ts',
  'server/auth/get-changes-nothing.test.ts',
  'server/auth/providers/{ldap,oidc}.test.ts',
  'server/backup/backup.test.ts',
  'server/cases/sequences.test.ts',
  'server/files/page-pictures.test.ts',
  'server/health/alerts.test.ts',
  'server/grid/{delete-many,grid}.test.ts',
  'server/imports/import-jobs.test.ts',
  'server/jobs/workers.test.ts',
  'server/notes/{carry/carried-places,copy/copy}.test.ts',
  'server/ocr/ocr.test.ts',
  'server/pdf/draw/draw-picture.test.ts',
  'server/processes/failing-spawns.test.ts',
  'server/redline/{redlines,engine/printed-pairs}.test.ts',
  'server/revisions/schemes/schemes.test.ts',
  'server/scan/{draw-first-pages,scan}.test.ts',
  'server/share/gate.test.ts',
  'server/search/{hostile-queries,privacy,quick-open-calls,search,two-nodes}.test.ts',
  'server/search/index/{answering-thread,index-life,index-writer}.test.ts',
  'server/undo/{undo,undo-large,write-whole}.test.ts',
  'cli/library.test.ts',
  'tools/node/carry-libatomic.test.ts',
  'sample/**/{citations,notices,quick-open,stray-files}.test.ts',
];

// What asks no database gives the same answer beside any. Nor do files of their own need PostgreSQL: those
// about the process of the server, which test/slow/two-nodes.test.ts starts on it, and about the index, whose
// queries server/search/search.test.ts runs.
const withoutDatabase = [
  'sample/**',
  'server/auth/providers/**',
  'server/http/**',
  'server/pdf/**',
  'server/processes/**',
  'server/share/**',
  'server/spreadsheet/**',
  'server/cases/working-days.test.ts',
  'server/revisions/**',
  'server/units/**',
  'server/notes/carry/carried-places.test.ts',
  'server/redline/engine/**',
  'server/references/find-mentions.test.ts',
  'server/search/full-text/**',
  'server/search/quick-open/**',
  'server/search/folding.test.ts',
  'server/main.test.ts',
  'server/search/hostile-queries.test.ts',
  'server/search/index/{answering-thread,index-life}.test.ts',
];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...inMemory,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 45_000 } },
          name: 'unit',
          isolate: false,
          include: units,
          exclude: ['**/*.postgres.test.ts', ...long],
        },
      },
      { test: { ...inMemory, name: 'long', isolate: false, include: long } },
      // The same tests on PostgreSQL (test/postgres/run.ts), but for those about SQLite's own ways.
      {
        test: {
          ...inMemory,
          name: 'postgres',
          isolate: false,
          include: ['{server,cli}/**/*.test.ts'],
          exclude: ['**/*.sqlite.test.ts', ...withoutDatabase],
        },
      },
      // The main journeys in every browser: one after the other, as each browser is a library's only reader.
      { test: { ...shared, name: 'browsers', include: ['test/browsers/*.test.ts'] } },
      // What takes minutes: kills, hangs, hostile files.
      {
        test: {
          ...shared,
          testTimeout: 1_200_000,
          name: 'slow',
          include: ['test/slow/*.test.ts'],
        },
      },
    ],
  },
});
