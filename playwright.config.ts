import { defineConfig } from '@playwright/test';
import { compileCache } from './test/compile-cache.ts';
import { memoryFolder } from './test/memory-folder.ts';
import { testChromium } from './tools/chromium.ts';

process.env['NODE_COMPILE_CACHE'] ??= compileCache;
process.env['TMPDIR'] ??= memoryFolder();

export default defineConfig({
  testDir: 'test/e2e',
  // Not *.test.ts, which Vitest would take for its own.
  testMatch: '*.e2e.ts',
  fullyParallel: true,
  workers: 2,
  // The limits only end what hangs: a machine that is shared may be ten times slower than a quiet one.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // In CI. What passes the second time is named as flaky at the end of the check: a fault to mend.
  retries: process.env['NOTHING_SKIPPED'] === '1' ? 1 : 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: {
    launchOptions: testChromium(),
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // Without a graphics card, each frame of an animation is drawn by the processor: a tenth of its time.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
