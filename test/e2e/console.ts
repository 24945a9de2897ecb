import type { Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import { entryOf } from '../harness.ts';
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

/** Puts entries M-1, M-2 … of the first customer into the database: an import would take minutes. The last are obsolete. */
export async function addManyEntries(
  { db }: BrowserLibrary,
  count: number,
  obsolete = 0,
): Promise<void> {
  const { doc_desc } = entryOf({});
  await sql`insert into documents (customer_id, doc_num, doc_desc, doc_rev, language, file_key, short_file_key,
      sort_key, created_by_user, modified_by_user, created_at, modified_at)
    with recursive entry (number) as (select 1 union all select number + 1 from entry where number < ${count})
    select 1, 'M-' || number, case when number > ${count - obsolete} then 'Obsolete' else ${doc_desc} end, '1', 'EN',
      'm-' || number || '_en_1.pdf', 'm-' || number || '_1.pdf',
      'm-' || printf('%02d', length(number)) || number || char(1) || 'en' || char(1) || '011' || char(1)
        || 'M-' || number || char(1) || 'EN' || char(1) || '1',
      'jsmith', 'jsmith', '2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05.000Z'
    from entry`.execute(db);
}

/** A tool in the menu *More*. */
export async function chooseTool(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

export const allSaved = (page: Page) =>
  expect(page.getByText('All changes saved', { exact: true })).toBeVisible();

// Scripts as text: these tests are compiled without the browser's types.

/** Pastes text into what has the focus, as if a spreadsheet had copied it. */
export const paste = (page: Page, text: string): Promise<void> =>
  pasteAs(page, { 'text/plain': text });

/** Pastes what a program copied, in each of its formats. */
export async function pasteAs(page: Page, formats: Record<string, string>): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(${JSON.stringify(formats)})) clipboardData.setData(type, text);
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
