import { defineConfig } from 'vitest/config';

// The limits only end what hangs: a machine that is shared may be ten times slower than a quiet one.
const shared = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          isolate: false,
          include: ['{contract,server,cli,sample,tools,web,bench}/**/*.test.ts'],
          exclude: ['**/*.postgres.test.ts'],
        },
      },
      // The same tests on PostgreSQL (test/postgres/run.ts), but for those about SQLite's own ways.
      {
        test: {
          ...shared,
          name: 'postgres',
          isolate: false,
          include: ['{server,cli,sample}/**/*.test.ts'],
          exclude: ['**/*.sqlite.test.ts'],
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
