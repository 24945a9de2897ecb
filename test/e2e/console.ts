import type { Locator, Page } from '@playwright/test';
import { type BrowserLibrary, enter, expect } from './library.ts';

export type ConsoleTab = 'customers' | 'standard-numbers' | 'files' | 'history';

/** Opens the console as a librarian. */
export async function openConsole(
  page: Page,
  library: BrowserLibrary,
  tab: ConsoleTab,
  name = 'librarian',
): Promise<void> {
  await enter(page, library, `/manage/${tab}`, name);
  await page.getByRole('heading', { name: 'Manage' }).waitFor();
}

export const grid = (page: Page) => page.getByRole('grid');

/** The row that holds this text. */
export const row = (page: Page, text: string | RegExp): Locator =>
  grid(page).getByRole('row').filter({ hasText: text });

const columnOf = {
  state: 2,
  customer: 3,
  doc_num: 4,
  doc_desc: 5,
  language: 6,
  doc_rev: 7,
  status: 8,
  issued_on: 9,
  revision_status: 10,
} as const;

/** A cell of the Standard Number grid. */
export const cell = (row: Locator, column: keyof typeof columnOf): Locator =>
  row.locator(`[aria-colindex="${columnOf[column]}"]`);

/** Writes into a cell and goes on to the row below. */
export async function write(cell: Locator, text: string): Promise<void> {
  await cell.dblclick();
  await cell.getByRole('combobox').or(cell.getByRole('textbox')).fill(text);
  await cell.page().keyboard.press('Enter');
}

export const allSaved = (page: Page) =>
  expect(page.getByText('All changes saved', { exact: true })).toBeVisible();

// Scripts as text: these tests are compiled without the browser's types.

/** Pastes text into what has the focus, as if a spreadsheet had copied it. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(paste);
  })()`);
}

/** Drops files as the file manager would. */
export async function drop(
  target: Locator,
  files: readonly { name: string; content: Uint8Array }[],
): Promise<void> {
  const dropped = files.map(({ name, content }) => ({
    name,
    bytes: Buffer.from(content).toString('base64'),
  }));
  const dataTransfer = await target.page().evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of ${JSON.stringify(dropped)}) {
      const content = Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0));
      transfer.items.add(new File([content], name, { type: 'application/pdf' }));
    }
    return transfer;
  })()`);
  await target.dispatchEvent('dragover', { dataTransfer });
  await target.dispatchEvent('drop', { dataTransfer });
}
