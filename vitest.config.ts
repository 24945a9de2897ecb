import { defineConfig } from 'vitest/config';

const shared = { testTimeout: 120_000, hookTimeout: 120_000 };

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
          testTimeout: 300_000, // each statement goes to another process and back
          name: 'postgres',
          isolate: false,
          include: ['{server,cli,sample}/**/*.test.ts'],
          exclude: ['**/*.sqlite.test.ts'],
        },
      },
      // The main journeys in every browser: one after the other, as each browser is a library's only reader.
      { test: { ...shared, name: 'browsers', include: ['test/browsers/*.test.ts'] } },
      // What takes minutes: kills, hangs, hostile files. The limit only ends what hangs: on a busy machine
      // fifty starts of the server take five times as long as on a quiet one.
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
