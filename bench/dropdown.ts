import path from 'node:path';
import { chromium as playwright, type Locator, type Page } from '@playwright/test';
import { startLibrary } from '../test/harness.ts';
import { chromium } from '../tools/chromium.ts';
import { median } from './median.ts';
import { circumstances, keepResults, table } from './table.ts';

// What we want: this long from a key to its frame, among 10,000 options.
const wantedMs = 50;
const typed = 'requirements on part 4217 of';

/** A keystroke in the dropdown of 10,000 documents, against one in a plain field of the same page. */
export async function benchDropdown(): Promise<boolean> {
  const about = circumstances();
  const undos: (() => Promise<void>)[] = [];
  const library = await startLibrary((undo) => undos.push(undo), {
    webDir: path.resolve('dist'),
    entries: Array.from({ length: 10_000 }, (_, i) => ({
      doc_num: `AM-${10_000 + i}`,
      doc_desc: `Requirements on part ${i} of the assembly`,
    })),
  });
  const browser = await playwright.launch(chromium());
  undos.push(() => browser.close());
  try {
    await library.addUser('engineer', 'EGD_LIB');
    const page = await browser.newPage({ baseURL: await library.listen() });
    await page.goto('/login');
    const plain = await keystrokes(page, page.getByLabel('Username'));
    const [name = '', value = ''] = (await library.signIn('engineer')).split('=');
    await page.context().addCookies([{ name, value, url: page.url() }]);
    await page.goto('/main?customer=Aurora+Motors');
    const dropdown = page.getByRole('combobox', { name: '10000 available' });
    const ours = await keystrokes(page, dropdown);
    return await report(about, ours, plain);
  } finally {
    for (const undo of undos.toReversed()) await undo();
  }
}

async function report(
  about: ReturnType<typeof circumstances>,
  ours: number[],
  plain: number[],
): Promise<boolean> {
  const row = (what: string, took: number[]) => [
    what,
    median(took).toFixed(1),
    Math.max(...took).toFixed(1),
  ];
  const file = await keepResults('dropdown', { circumstances: about, ours, plain });
  const rows = [row('among 10,000 options', ours), row('in a plain field', plain)];
  console.log(`\nFrom a key to the drawn frame, ${ours.length} keys. Wanted: ${wantedMs} ms`);
  console.log(table(['keystroke', 'median ms', 'longest ms'], rows));
  console.log(
    `Ratio to the plain field: ${(median(ours) / median(plain)).toFixed(1)}. Kept in ${file}`,
  );
  return median(ours) <= wantedMs;
}

async function keystrokes(page: Page, field: Locator): Promise<number[]> {
  await field.click();
  await page.evaluate(watchKeystrokes);
  for (const [at, key] of [...typed].entries()) {
    await page.keyboard.type(key);
    await page.waitForFunction(
      (count) => (globalThis as unknown as Watching).took.length === count,
      at + 1,
    );
  }
  return page.evaluate(() => (globalThis as unknown as Watching).took);
}

type Watching = { took: number[] };

/** Runs in the browser: measures the time from each key to the frame that shows it. */
function watchKeystrokes(): void {
  const watching = globalThis as unknown as Watching & EventTarget;
  watching.took = [];
  const onKey = () => {
    const start = performance.now();
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => watching.took.push(performance.now() - start));
    port1.start();
    requestAnimationFrame(() => port2.postMessage(null)); // after the frame is drawn
  };
  watching.addEventListener('keydown', onKey, { capture: true });
}

declare function requestAnimationFrame(callback: () => void): number;
