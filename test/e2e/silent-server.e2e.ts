import type { Page, Route } from '@playwright/test';
import { smallPdf } from '../small-pdf.ts';
import { followCatalogue } from '../../server/cases/open-cases.ts';
import { textPdf } from '../pdfs.ts';
import { allSaved, cell, drop, openConsole, row, write } from './console.ts';
import { type BrowserLibrary, enter, expect, shownPage, test } from './library.ts';
import { documentAddress, waitUntilDrawn } from './viewer-page.ts';

// A server that does what it is asked, and never answers.

const pdf = await textPdf('Coat with zinc');

/** The next call to this address is done and stays without an answer; gives when it is done. */
async function silence(page: Page, address: string): Promise<{ done: Promise<unknown> }> {
  const done = Promise.withResolvers<void>();
  const never = async (route: Route) => {
    await route.fetch();
    done.resolve();
  };
  await page.route(address, never, { times: 1 });
  return { done: done.promise };
}

const aMinute = (page: Page) => page.clock.fastForward(61_000);

async function linesAbout(library: BrowserLibrary, subject: 'document' | 'case', id: number) {
  const lines = library.db.selectFrom('audit').select(['action', 'after']).orderBy('id');
  return lines.where('subject', '=', subject).where('subject_id', '=', id).execute();
}

test.beforeEach(async ({ page }) => page.clock.install());

test('a cell and a new row are saved once, with what was typed while the server was silent', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  const desc = cell(row(page, 'AM-2'), 'doc_desc');
  // Else it is saved as soon as the list of changes says so.
  await page.route('**/manage/changes*', (route) => route.abort());
  const silent = await silence(page, '**/manage/documents/save');
  await write(desc, 'Typed before');
  await silent.done;
  await aMinute(page);
  await expect(page.getByText('1 row waiting to be saved')).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await allSaved(page);
  await page.unroute('**/manage/changes*');
  const before = await linesAbout(library, 'document', 2);
  expect(before.map(({ action }) => action)).toEqual(['added', 'changed']);

  const again = await silence(page, '**/manage/documents/save');
  await write(desc, 'Lost answer');
  await again.done;
  await write(desc, 'Typed meanwhile');
  await aMinute(page); // the list of changes said that the first is saved
  await allSaved(page);
  await expect(desc).toHaveText('Typed meanwhile');
  const descriptions = (await linesAbout(library, 'document', 2)).map(
    ({ after }) => (JSON.parse(after ?? '{}') as { doc_desc?: string }).doc_desc,
  );
  expect(descriptions.slice(2)).toEqual(['Lost answer', 'Typed meanwhile']);
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/^Undone: AM-2/)).toBeVisible();
});

test('Undo in a toast undoes what the toast says, whatever was done since', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await cell(row(page, 'AM-1'), 'doc_num').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  await undo.hover(); // it stays
  await page.keyboard.press('Escape');
  await cell(row(page, 'AM-2'), 'doc_desc').dispatchEvent('dblclick');
  await page.keyboard.type('Edited since');
  await page.keyboard.press('Enter');
  await allSaved(page);
  await undo.click();
  await expect(page.getByText('Undone: 1 standard number deleted')).toBeVisible();
  await expect(row(page, 'AM-1')).toHaveCount(1);
  await expect(cell(row(page, 'AM-2'), 'doc_desc')).toContainText('Edited since');
  await page.keyboard.press('Control+z');
  await expect(cell(row(page, 'AM-2'), 'doc_desc')).toHaveText('Phosphating');
});

test('an upload that was not answered is not asked to replace itself', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await row(page, 'BA-7').waitFor();
  const silent = await silence(page, '**/manage/documents/*/file*');
  const content = await smallPdf({ pages: 1, title: 'BA-7' });
  await drop(row(page, 'BA-7'), [{ name: 'BA-7_DE_4.pdf', content }]);
  await silent.done;
  await aMinute(page);
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await expect(uploads.getByText('The server did not answer.')).toBeVisible();
  await uploads.getByRole('button', { name: /^(Retry|Try again)/ }).click();
  await expect(uploads.getByText('Uploaded, ')).toBeVisible();
  const kept = library.db.selectFrom('audit').select('action').where('subject', '=', 'file');
  expect(await kept.execute()).toEqual([{ action: 'uploaded' }]);
});

test('an import that was not answered is one import', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  await page.getByRole('button', { name: 'Import…' }).click();
  const csv = 'customer,doc_num,doc_desc,doc_rev,language\nBoreal Air,BA-9,Anodising,1,EN';
  const dialog = page.getByRole('dialog', { name: 'Import a spreadsheet' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  const start = dialog.getByRole('button', { name: /^Import/ });
  await start.waitFor();
  const silent = await silence(page, '**/manage/import?*');
  await start.click();
  await silent.done;
  await aMinute(page);
  await expect(dialog.getByText('The server did not answer', { exact: false })).toBeVisible();
  await start.click();
  await expect(row(page, 'BA-9')).toHaveCount(1);
  const jobs = library.db.selectFrom('jobs').select('state').where('kind', '=', 'import');
  expect(await jobs.execute()).toEqual([{ state: 'done' }]);
});

test.describe('of a change case', () => {
  test.use({
    options: {
      entries: [{ doc_rev: '1' }],
      files: { 'AM-1_EN_1.pdf': pdf },
    },
  });

  test('a step, a line and a decision that were not answered are done once by Retry', async ({
    page,
    library,
  }) => {
    await library.addUser('ann', 'EGD_LIB', 'EGD_LIB_REVIEW');
    await followCatalogue(library.library);
    await library.add({ doc_rev: '2' });
    await followCatalogue(library.library);
    await enter(page, library, '/cases/1', 'ann');
    const dialog = page.getByRole('dialog');
    const start = await silence(page, '**/cases/1/start');
    await page.getByRole('button', { name: 'Start review' }).click();
    const confirm = dialog.getByRole('button', { name: 'Start review' });
    if (await confirm.isVisible()) await confirm.click();
    await start.done;
    await aMinute(page);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(dialog).toBeHidden();

    const line = await silence(page, '**/cases/1/lines');
    await page.getByLabel('New line').fill('Salt spray test');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await line.done;
    await aMinute(page);
    await expect(page.getByRole('alert')).toContainText('Couldn’t add the line.');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByLabel('New line')).toHaveValue('');

    const made = await silence(page, '**/cases/1/decide');
    const decide = page.getByRole('group', { name: 'Decision about line 1' });
    await decide.getByRole('button', { name: 'No impact' }).click();
    await made.done;
    await aMinute(page);
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(decide.getByRole('button', { name: 'No impact' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    const did = (await linesAbout(library, 'case', 1)).map(
      ({ after }) => (JSON.parse(after ?? '{}') as { what: string }).what,
    );
    const line1 = ['Line 1 added: Salt spray test', 'Line 1: No impact'];
    expect(did).toEqual(['Case opened', 'Review started', ...line1]);
  });
});

test('a document whose bytes do not come is asked for again after a minute', async ({
  page,
  library,
}) => {
  const asked = Promise.withResolvers<void>();
  await page.route(
    '**/document/egd-lib/*',
    async (route) => {
      if (route.request().method() === 'HEAD') await route.fallback();
      else asked.resolve(); // and never answered
    },
    { times: 2 },
  );
  await enter(page, library, documentAddress);
  await asked.promise;
  await aMinute(page);
  await page.clock.fastForward(2000);
  await waitUntilDrawn(page);
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
});
