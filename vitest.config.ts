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
        },
      },
      // What takes minutes: kills, hangs, hostile files.
      { test: { ...shared, name: 'slow', include: ['test/slow/*.test.ts'] } },
    ],
  },
});
