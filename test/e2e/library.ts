import path from 'node:path';
import { type ConsoleMessage, type Page, type Route, test as base, expect } from '@playwright/test';
import { smallPdf } from '../small-pdf.ts';
import { stepNames } from '../../server/jobs/table.ts';
import { type LibraryOptions, type TestLibrary, password, startLibrary } from '../harness.ts';

export type BrowserLibrary = TestLibrary & { url: string };

/** A library that the tests of a file use one after the other; `prepare` runs once it has started. */
type Shared = { prepare: (library: BrowserLibrary) => Promise<unknown> };

/** What a page must never do, in any test. */
type Watch = { consoleTexts: string[] };

type Fixtures = {
  options: LibraryOptions;
  /** Null where each test has a library of its own. */
  shared: Shared | null;
  /** Whether the shared folder is scanned, every second, by a process of its own. */
  scanning: boolean;
  /** Other origins that pages may lead to. */
  elsewhere: string[];
  library: BrowserLibrary;
  watch: Watch;
};

/** A test in a browser, with a library: the real server, database, folder and PDFs. */
export const test = base.extend<Fixtures, { kept: KeptLibrary }>({
  kept: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
    async ({}, use) => {
      const kept = new KeptLibrary();
      await use(kept);
      await kept.end();
    },
    { scope: 'worker' },
  ],

  options: [{}, { option: true }],

  shared: [null, { option: true }],

  scanning: [false, { option: true }],

  elsewhere: [[], { option: true }],

  library: async ({ options, scanning, shared, kept }, use) => {
    if (shared !== null) return use(await kept.libraryOf(shared, options, scanning));
    await kept.end();
    const library = await startForBrowsers(options, scanning);
    await use(library);
    await library.end();
  },

  watch: [
    async ({ page, library, elsewhere }, use) => {
      const consoleTexts: string[] = [];
      const faults: string[] = [];
      page.on('console', (message) => {
        consoleTexts.push(message.text());
        if (isUnexpected(message)) faults.push(message.text());
      });
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('request', (request) => {
        const address = new URL(request.url());
        // The last two are the browser's own PDF printing.
        const inside = ['data:', 'blob:', 'chrome-extension:', 'chrome:'];
        const origins = [library.url, ...elsewhere];
        const here = origins.includes(address.origin) || inside.includes(address.protocol);
        if (!here) faults.push(`a request left the origin: ${request.url()}`);
      });
      await use({ consoleTexts });
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],

  baseURL: async ({ library }, use) => use(library.url),
});

export { expect };

type StartedLibrary = Awaited<ReturnType<typeof startForBrowsers>>;

/** The library that the tests of one file share in a worker; it ends when another file begins. */
class KeptLibrary {
  #shared: Shared | null = null;
  #library: StartedLibrary | null = null;

  async libraryOf(
    shared: Shared,
    options: LibraryOptions,
    scanning: boolean,
  ): Promise<BrowserLibrary> {
    if (this.#library !== null && this.#shared === shared) return this.#library;
    await this.end();
    const library = await startForBrowsers(options, scanning);
    [this.#library, this.#shared] = [library, shared];
    await shared.prepare(library);
    return library;
  }

  async end(): Promise<void> {
    await this.#library?.end();
    this.#library = null;
  }
}

async function startForBrowsers(options: LibraryOptions, scanning: boolean) {
  const undos: (() => Promise<void>)[] = [];
  const library = await startLibrary((undo) => undos.push(undo), {
    webDir: path.resolve('dist'),
    entries: aFewEntries,
    files: { 'AM-1_EN_1.pdf': await smallPdf({ pages: 3, title: 'AM-1' }) },
    ...(scanning ? { steps: stepNames } : {}),
    ...options,
    env: { SCAN_EVERY_SECONDS: '1', ...options.env },
  });
  await library.addUser('engineer', 'EGD_LIB');
  await library.addUser('librarian', 'EGD_LIB', 'EGD_LIB_EDIT');
  await library.addUser('visitor');
  const url = await library.listen();
  return {
    ...library,
    // Where a process scans, nobody else looks at the folder.
    ...(scanning ? { put: library.write } : {}),
    url,
    async end(): Promise<void> {
      for (const undo of undos.toReversed()) await undo();
    },
  };
}

const aFewEntries = [
  {},
  { doc_num: 'AM-2', doc_desc: 'Phosphating', language: null, doc_rev: 'B' },
  {
    customer: 'Boreal Air',
    doc_num: 'BA-7',
    doc_desc: 'Shot peening',
    language: 'DE',
    doc_rev: '4',
  },
];

export async function logIn(page: Page, name = 'engineer'): Promise<void> {
  await page.goto('/login');
  const customers = page.waitForResponse('**/api/customers');
  await fillLogin(page, name);
  await customers;
}

/** Signed in without the login page, for tests about something else. */
export async function enter(
  page: Page,
  library: BrowserLibrary,
  path = '/main',
  user = 'engineer',
): Promise<void> {
  const [name = '', value = ''] = (await library.signIn(user)).split('=');
  await page.context().addCookies([{ name, value, url: library.url, httpOnly: true }]);
  await page.goto(path);
}

export async function fillLogin(page: Page, name: string, word = password): Promise<void> {
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(word);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** By its label's beginning: the label of the second one counts its documents. */
export const dropdown = (page: Page, label: 'Customer Name' | 'Standard Number') =>
  page.getByRole('combobox', { name: label });

export async function choose(
  page: Page,
  label: 'Customer Name' | 'Standard Number',
  text: string,
): Promise<void> {
  await dropdown(page, label).fill(text);
  await page.getByRole('option', { name: text }).first().click();
}

export async function search(page: Page, customer: string, doc_num: string): Promise<void> {
  await choose(page, 'Customer Name', customer);
  await choose(page, 'Standard Number', doc_num);
  await page.getByRole('button', { name: 'Search' }).click();
}

export const notAvailable = (page: Page) => page.getByText('Document Not Available');

/** A page is on the screen once its text is above it. */
export const shownPage = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: /^Page / }).getByText(text);

/** Ends all sessions without telling the browsers. */
export async function endAllSessions(library: BrowserLibrary): Promise<void> {
  await library.db.deleteFrom('sessions').execute();
}

/** Ends them with the next request of a kind: before it, the page could notice by itself, and ask for the login. */
export async function endSessionsWith(
  page: Page,
  library: BrowserLibrary,
  request: string,
): Promise<void> {
  const end = async (route: Route) => {
    await endAllSessions(library);
    await route.continue();
  };
  await page.route(request, end, { times: 1 });
}

// Expected messages on the browser's console: of our screens, of the browser about failed requests,
// and of pdf.js about pages that it cannot read.
const expected =
  /^(Failed to |Logout failed|A screen failed|Unable to (get page|initialize viewer)|renderView: )/;

function isUnexpected(message: ConsoleMessage): boolean {
  return message.type() === 'error' && !expected.test(message.text());
}
