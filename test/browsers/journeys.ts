import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { redlineName } from '#contract/file-name.ts';
import { revisedPdfs } from '../e2e/revised-pdfs.ts';
import { type TestLibrary, password, startLibrary } from '../harness.ts';
import { cmykPdf, japanesePdf, jpeg2000Pdf, linkedPdf, photographedPdf } from '../pdfs.ts';
import type { Browser, Point } from './browser.ts';
import { Screen } from './screen.ts';

type Journeys = {
  /** Null where the browser is absent. */
  start: (() => Promise<Browser>) | null;
  /** The build of pdf.js that this browser gets, where its version is known. */
  build?: 'newest' | 'older';
  /** Whether it may be absent in CI, too. */
  isOptional?: boolean;
};

/**
 * What people do every day, in one browser, one thing after the other. A browser that is absent is
 * skipped; where NOTHING_SKIPPED is set, as in CI, it fails unless it is optional.
 */
export function journeys(browser: string, { start, build, isOptional = false }: Journeys): void {
  const maySkip = isOptional || process.env['NOTHING_SKIPPED'] === undefined;
  const isSkipped = start === null && maySkip;
  describe.skipIf(isSkipped)(`in ${browser}`, () => {
    const undos: (() => Promise<void>)[] = [];
    const asked: string[] = [];
    let library: TestLibrary;
    let url: string;
    let screen: Screen;

    beforeAll(async () => {
      if (start === null) throw new Error(`${browser} is absent.`);
      const [older, newer] = await revisedPdfs();
      library = await startLibrary((undo) => undos.push(undo), {
        webDir: path.resolve('dist'),
        entries: [
          {},
          { doc_num: 'AM-2', doc_desc: 'Phosphating', doc_rev: 'B' },
          ...Object.keys(drawn).map((doc_num) => ({ doc_num })),
          { ...revised, doc_rev: '1' },
          { ...revised, doc_rev: '2' },
        ],
        files: {
          'AM-1_EN_1.pdf': await linkedPdf('Parts are degreased and rinsed.'),
          'AM-5_EN_1.pdf': older,
          'AM-5_EN_2.pdf': newer,
          ...(await drawnFiles()),
        },
      });
      await library.addUser('engineer', 'EGD_LIB');
      await library.addUser('librarian', 'EGD_LIB', 'EGD_LIB_EDIT');
      library.app.server.on('request', (request) => asked.push(request.url ?? ''));
      url = await library.listen();
      screen = new Screen(await start());
      undos.push(() => screen.browser.close());
      await screen.resize(1280, 800);
    });

    // One step follows from the other: after a failure the others would wait in vain.
    let isBroken = false;
    beforeEach(({ onTestFailed }) => {
      if (isBroken) throw new Error('A step before this one failed.');
      onTestFailed(() => void (isBroken = true));
    });

    afterAll(async () => {
      for (const undo of undos.toReversed()) await undo();
    });

    async function signIn(user: string): Promise<void> {
      await screen.write('textbox', 'Username', user);
      await screen.write('textbox', 'Password', password);
      await screen.click('button', 'Login');
      await screen.see('combobox', 'Customer Name');
    }

    async function openStandard(): Promise<void> {
      await screen.write('combobox', 'Customer Name', 'Aurora');
      await screen.click('option', 'Aurora Motors');
      await screen.write('combobox', 'Standard Number', 'zinc');
      await screen.see('option', 'AM-1');
      expect(await screen.browser.evaluate(cutTexts)).toEqual([]);
      await screen.click('option', 'AM-1');
      await screen.click('button', 'Search');
      await screen.see('region', 'Page 1');
    }

    /** Resolves once this text, which is on one page only, is over that page. */
    const seePage = (text: string, within = 'body') =>
      screen.until<{ x: number; y: number; width: number; height: number }>(
        `(() => {
          const spans = [...document.querySelectorAll('${within} .textLayer span')];
          const found = spans.find(({ textContent }) => textContent === ${JSON.stringify(text)});
          if (found === undefined || found.getClientRects().length === 0) return null;
          const { x, y, width, height } = found.getBoundingClientRect();
          return { x, y, width, height };
        })()`,
        `the page with '${text}'`,
      );

    /** The same, once two looks find it at the same place: a page moves while it gets its scale. */
    const seeStill = async (text: string) => {
      for (let before = await seePage(text); ;) {
        const now = await seePage(text);
        if (isDeepStrictEqual(before, now)) return now;
        before = now;
      }
    };

    test('a reader signs in, chooses a standard and reads it', async () => {
      await screen.open(`${url}/login`);
      await signIn('engineer');
      await openStandard();
      const line = await seePage('See the last chapter');
      await expect.poll(() => screen.ink(line), { timeout: 10_000 }).toBeGreaterThan(0.02);
    });

    test('pages turn', async () => {
      await screen.click('button', 'Next page');
      await seePage('Chapter 2');
      expect(asked.filter((each) => each.includes('wasm'))).toEqual([]);
    });

    test('zooming makes the page larger', async () => {
      const before = await screen.see('region', 'Page 2');
      await screen.click('button', 'Zoom in');
      await screen.seeText('3.1');
      const { width } = await screen.see('region', 'Page 2');
      expect(width).toBeGreaterThan(before.width * 1.01);
    });

    test('a page shows its text after some was selected and then found', async () => {
      const { x, y, width, height } = await seePage('Chapter 2');
      const middle = y + height / 2;
      await screen.browser.drag({ x: x + 2, y: middle }, { x: x + width - 2, y: middle });
      expect(await screen.browser.evaluate('getSelection().toString()')).toMatch(/hapter/);
      await screen.click('button', 'Find in document');
      await screen.write('textbox', 'Find in document', 'chapter');
      await screen.click('button', 'Whole words');
      await screen.seeText('of 4');
      const line = await seePage('Chapter 2').catch(() => seePage('See the last chapter'));
      await expect.poll(() => screen.ink(line), { timeout: 10_000 }).toBeGreaterThan(0.02);
      await screen.click('button', 'Close find');
    });

    test('the outline leads to its chapters', async () => {
      await screen.click('button', 'Side panel');
      await screen.click('tab', 'Outline');
      await screen.click('button', 'Chapter 3');
      expect((await seePage('Chapter 3')).width).toBeGreaterThan(0);
      // It is remembered, and opens beside a page that is there already: then that page moves.
      await screen.click('button', 'Side panel');
      await screen.until(`document.querySelector('[role=tab]') === null`);
    });

    test('a download asks for the file and leaves the page where it is', async () => {
      await screen.click('link', 'Download');
      await expect.poll(() => asked).toContain('/document/egd-lib/AM-1_EN_1.pdf?download');
      await seePage('Chapter 3');
    });

    test('on a phone nothing is wider than the screen', async () => {
      await screen.resize(390, 800);
      await seeStill('Chapter 3'); // which page the next one follows is not known before
      await screen.click('button', 'Next page');
      await seePage('Chapter 4');
      const widths = '[document.documentElement.scrollWidth, innerWidth]';
      const [page = 0, window = 0] = await screen.browser.evaluate<number[]>(widths);
      expect(page).toBeLessThanOrEqual(window);
      await screen.resize(1280, 800);
      await seePage('Chapter 4');
      expect(await screen.faults()).toEqual([]);
    });

    test.each(Object.keys(drawn))('%s is drawn', async (doc_num) => {
      const query = `customer=Aurora+Motors&doc_num=${doc_num}&language=EN&doc_rev=1`;
      await screen.open(`${url}/main?${query}`); // as a link from a colleague
      const page = await screen.see('region', 'Page 1');
      await expect.poll(() => screen.ink(page), { timeout: 20_000 }).toBeGreaterThan(0.0005);
      expect(await screen.faults()).toEqual([]);
    });

    /** Follows a link within the application: the scripts of the screen before stay loaded. */
    const openWithin = (address: string) =>
      screen.browser.evaluate(`(() => {
        history.pushState(null, '', ${JSON.stringify(address)});
        dispatchEvent(new PopStateEvent('popstate'));
      })()`);

    test('what changed between two revisions is marked in both, and shown in one text', async () => {
      await library.scan(); // the words of both are compared
      const name = (doc_rev: string) =>
        redlineName({ customer: 'Aurora Motors', doc_num: 'AM-5', language: 'EN', doc_rev });
      const sides = new URLSearchParams({ from: name('1'), to: name('2') });
      await openWithin(`/redline?${sides}`);
      await screen.see('region', 'Newer document');
      for (const side of ['Older document', 'Newer document']) {
        const within = `[aria-label="${side}"]`;
        await screen.until(`document.querySelectorAll('${within} [data-current=true]').length`);
        const ink = async () => screen.ink(await seePage('2 Material', within));
        // Two pages side by side have small letters.
        await expect.poll(ink, { timeout: 20_000 }).toBeGreaterThan(0.005);
      }
      await screen.click('link', 'In one');
      const textIn = (mark: string) =>
        `[...document.querySelectorAll('${mark}')].map(({ textContent }) => textContent)`;
      await screen.until(`${textIn('del')}.includes('8.8')`);
      await screen.until(`${textIn('ins')}.includes('10.9')`);
      expect(await screen.faults()).toEqual([]);
    });

    const leave = async (part: string) => {
      await screen.browser.press('Escape');
      await screen.until(`document.querySelector('${part}') === null`);
    };

    /** Marks the first line, then types and stamps below `top`. */
    async function markTypeAndStamp(top: number): Promise<void> {
      const saved = async () => {
        const rows = await library.db
          .selectFrom('notes')
          .select(['kind', 'quote', 'text'])
          .execute();
        const said = (row: (typeof rows)[number]) =>
          row.kind === 'highlight' ? row.quote : row.text;
        return rows.map((row) => `${row.kind} ${said(row)}`.trim()).toSorted();
      };
      const click = (at: Point) => screen.browser.drag(at, at);
      const bar = '[data-notes-bar]';
      const card = '[data-note-card]';
      await leave(bar);
      const { x, y, width, height } = await seeStill('Parts are degreased and rinsed.');
      const middle = y + height / 2;
      await screen.browser.drag({ x: x + 2, y: middle }, { x: x + width - 2, y: middle });
      await screen.click('button', 'Highlight in yellow');
      const marked = 'highlight Parts are degreased and rinsed.';
      await expect.poll(saved).toEqual([marked, 'ink']);
      await leave(card);
      await screen.browser.type('t');
      await screen.until(`document.querySelector('[aria-label="Notes: Text"]') !== null`);
      await click({ x: x + 10, y: top + 120 });
      await screen.until(`document.activeElement.matches('${card} textarea')`);
      await screen.browser.type('Rinsed twice?');
      const typed = 'freetext Rinsed twice?';
      await expect.poll(saved).toEqual([typed, marked, 'ink']);
      await leave(card);
      await screen.browser.type('s');
      await screen.until(`document.querySelector('[aria-label="Notes: Stamp"]') !== null`);
      await click({ x: x + 100, y: top + 220 });
      await expect.poll(saved).toEqual([typed, marked, 'ink', 'stamp']);
    }

    test('a drawing, a highlight, a text and a stamp are saved', async () => {
      await openWithin('/main?customer=Aurora+Motors&doc_num=AM-1&language=EN&doc_rev=1');
      await seePage('See the last chapter');
      await screen.until(`document.querySelector('.page svg[data-mode]') !== null`);
      await screen.browser.type('d');
      await screen.until(
        `document.querySelector('[aria-label="Notes: Draw"][aria-busy=false]') !== null`,
      );
      const { x, y } = await seeStill('See the last chapter');
      await screen.browser.drag({ x, y: y + 60 }, { x: x + 80, y: y + 90 });
      await screen.until(`document.querySelector('[data-note][data-kind=ink] path') !== null`);
      const saved = () => library.db.selectFrom('notes').select('kind').execute();
      await expect.poll(saved, { timeout: 10_000 }).toEqual([{ kind: 'ink' }]);
      await markTypeAndStamp(y);
      expect(await screen.faults()).toEqual([]);
    });

    test('every screen got the same build of pdf.js, and its worker', async () => {
      const builds = asked.flatMap((each) => /pdfjs-(newest|older)-.*\.js$/.exec(each)?.[1] ?? []);
      const loaded = build ?? builds[0];
      expect(new Set(builds)).toEqual(new Set([loaded]));
      const workers = asked.filter((each) => each.endsWith('pdf.worker.min.mjs'));
      const worker = loaded === 'newest' ? '' : '/older-browsers';
      expect(new Set(workers)).toEqual(new Set([`${worker}/pdf.worker.min.mjs`]));
      // pdf.js leaves its worker's code here when it works on the page itself for want of a worker.
      expect(await screen.browser.evaluate('typeof pdfjsWorker')).toBe('undefined');
    });

    test('a librarian corrects a description and looks at an import', async () => {
      await screen.click('button', 'Logout');
      await signIn('librarian');
      await screen.open(`${url}/manage/standard-numbers`);
      await screen.click('gridcell', 'Phosphating');
      await screen.browser.press('Enter');
      await screen.until('document.activeElement.matches("input")');
      await screen.browser.type('Phosphating of steel');
      await screen.browser.press('Enter');
      const descriptions = async () => {
        const rows = await library.db.selectFrom('documents').select('doc_desc').execute();
        return rows.map(({ doc_desc }) => doc_desc);
      };
      await expect.poll(descriptions, { timeout: 10_000 }).toContain('Phosphating of steel');
      await screen.click('button', 'Import');
      await screen.see('heading', 'Import a spreadsheet');
      await screen.browser.evaluate(`(() => {
        const chosen = new DataTransfer();
        const rows = 'customer,doc_num,doc_desc,doc_rev,language\\nAurora Motors,AM-3,Nitriding,1,EN';
        chosen.items.add(new File([rows], 'rows.csv', { type: 'text/csv' }));
        const field = document.querySelector('dialog input[type=file]');
        field.files = chosen.files;
        field.dispatchEvent(new Event('change', { bubbles: true }));
      })()`);
      await screen.seeText('rows.csv');
      await screen.click('button', 'Import');
      await screen.seeText('1 added');
      await screen.click('button', 'Close');
      expect(await screen.faults()).toEqual([]);
    });

    test('a dialog shows all of what it asks', async () => {
      await screen.open(`${url}/manage/customers`);
      await screen.click('gridcell', 'Aurora Motors');
      await screen.click('button', 'Delete');
      await screen.see('heading', 'Delete Aurora Motors?');
      const [shown = 0, whole = 0] = await screen.browser.evaluate<number[]>(
        `(({ clientHeight, scrollHeight }) => [clientHeight, scrollHeight])(
          document.querySelector('dialog fieldset').parentElement)`,
      );
      expect(shown).toBe(whole);
    });
  });
}

/** The texts of options whose letters are cut above or below. */
const cutTexts = `[...document.querySelectorAll('[role="option"] span')]
  .filter((span) => getComputedStyle(span).overflowY !== 'visible')
  .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
  .map(({ textContent }) => textContent)`;

const revised = { doc_num: 'AM-5', doc_desc: 'Fasteners' };

/** What pdf.js draws with the browser's help, or with files that it fetches. */
const drawn = {
  'A photograph': photographedPdf,
  'A picture in JPEG 2000': jpeg2000Pdf,
  'A page of four colours': cmykPdf,
  'A page in Japanese': japanesePdf,
};

async function drawnFiles(): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for (const [doc_num, make] of Object.entries(drawn)) files[`${doc_num}_EN_1.pdf`] = await make();
  return files;
}
