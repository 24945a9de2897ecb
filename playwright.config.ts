import { defineConfig } from '@playwright/test';
import { chromium } from './tools/chromium.ts';

export default defineConfig({
  testDir: 'test/e2e',
  // Not *.test.ts, which Vitest would take for its own.
  testMatch: '*.e2e.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: {
    launchOptions: chromium(),
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
  },
});
