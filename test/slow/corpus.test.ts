import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Locator, type Page, chromium as browser } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { testChromium } from '../../tools/chromium.ts';
import { type NastyFile, type Shown, nastyFiles } from '../corpus/nasty-files.ts';
import { userPassword } from '../corpus/encrypted-pdf.ts';
import { startLibrary } from '../harness.ts';

// `npm run corpus`: files that are hard to take in or to show, through the scan and through the viewer
// in a real browser. Each gets the right verdict, and its reader sees a page, a question or words.

const webDir = path.resolve('dist');
const limits = { processes: 2, fileMs: 20_000, pictureMs: 1000 };
const shownWithinMs = 20_000;
const tenMinutes = 10 * 60_000;

test('every nasty file gets its verdict, and its reader an answer', async () => {
  expect(existsSync(webDir), 'npm run build comes first').toBe(true);
  const files = await nastyFiles();
  const library = await startLibrary(onTestFinished, {
    webDir,
    entries: files.map(({ name }) => ({ doc_num: name })),
  });
  for (const { name, write } of files) {
    await write(path.join(library.config.shareDir, `${name}_EN_1.pdf`));
  }
  await library.scan(limits);
  library.pass(tenMinutes);
  await library.scan(limits);
  const rows = await library.db.selectFrom('files').select(['name', 'verdict']).execute();
  const verdicts = Object.fromEntries(rows.map((row) => [row.name.split('_')[0], row.verdict]));
  expect(verdicts).toEqual(expectedOf(files, 'verdict', verdicts));

  await library.addUser('engineer', 'EGD_LIB');
  const url = await library.listen();
  const chrome = await browser.launch(testChromium());
  onTestFinished(() => chrome.close());
  const context = await chrome.newContext();
  const [name = '', value = ''] = (await library.signIn('engineer')).split('=');
  await context.addCookies([{ name, value, url, httpOnly: true }]);
  const page = await context.newPage();
  const shown: Record<string, string> = {};
  for (const file of files) shown[file.name] = await showIn(page, url, file);
  expect(shown).toEqual(expectedOf(files, 'shown', shown));
});

/** What is expected of each file; where anything is right, what was found, if it is an answer. */
function expectedOf(
  files: readonly NastyFile[],
  what: 'verdict' | 'shown',
  found: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    files.map((file) => [file.name, file[what] ?? anAnswer(found[file.name])]),
  );
}

function anAnswer(found: string | undefined): string {
  return found === undefined || found === 'nothing' ? 'an answer' : found;
}

async function showIn(page: Page, url: string, file: NastyFile): Promise<Shown | 'nothing'> {
  const entry = { customer: 'Aurora Motors', doc_num: file.name, language: 'EN', doc_rev: '1' };
  await page.goto(`${url}/main?${new URLSearchParams(entry).toString()}`);
  const found = await answerIn(page, file.shown);
  if (found !== 'password') return found;
  await page.getByLabel('Document password').fill(userPassword);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await drawn(page).first().waitFor();
  return found;
}

/** The first answer that comes. What only says that it takes long counts where that is expected. */
async function answerIn(page: Page, expected: Shown | null): Promise<Shown | 'nothing'> {
  const waiting = { slow: 'Loading page 1', 'read whole': 'A browser may never finish' };
  const answers: Partial<Record<Shown, Locator>> = {
    page: drawn(page),
    password: page.getByText('This document is protected'),
    damaged: page.getByText('Its file is damaged'),
    failed: page.getByText('This document cannot be shown'),
    ...(expected === 'slow' || expected === 'read whole'
      ? { [expected]: page.getByText(waiting[expected]) }
      : {}),
  };
  const any = Object.values(answers).reduce((one, other) => one.or(other));
  await any
    .first()
    .waitFor({ timeout: shownWithinMs })
    .catch(() => {});
  for (const [name, answer] of Object.entries(answers)) {
    // The names are those of the object above.
    if ((await answer.count()) > 0) return name as Shown;
  }
  return 'nothing';
}

/** pdf.js marks a page that is drawn. */
function drawn(page: Page): Locator {
  return page.locator('[data-loaded="true"]:not(.loadingIcon)');
}
