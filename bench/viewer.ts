import type { Page } from '@playwright/test';
import { pdfAddress } from '#contract/file-name.ts';
import { median } from './median.ts';
import { circumstances, keepResults, say, table } from './table.ts';
import { measureDrawing } from './viewer-drawing.ts';
import type { ViewerPage } from './viewer-pages/viewer-page.ts';
import { type Seen, measureSeen } from './viewer-readable.ts';
import {
  type Caching,
  type Connection,
  type OpenViewer,
  type Viewer,
  type ViewerSetup,
  setUpViewers,
  viewers,
} from './viewer-setup.ts';

type Opening = {
  file: keyof ViewerSetup['entries'];
  connection: Connection;
  /** How the PDFs are sent to the other viewers; to ours, they are sent as the library does. */
  peers: Caching;
  rounds: number;
  wanted?: number;
};

// `wanted` is our time as a share of plain pdf.js's in the same run. Plain pdf.js takes half a
// minute for the first, so that one is measured once.
const openings: Opening[] = [
  { file: 'scan', connection: 'VPN', peers: 'storable', rounds: 1, wanted: 0.2 },
  { file: 'scan', connection: 'VPN', peers: 'no-store', rounds: 3 },
  { file: 'long text', connection: 'VPN', peers: 'storable', rounds: 3, wanted: 0.65 },
  { file: 'long text', connection: 'VPN', peers: 'no-store', rounds: 3 },
  { file: 'scan', connection: 'LAN', peers: 'storable', rounds: 3, wanted: 1 },
  { file: 'long text', connection: 'LAN', peers: 'storable', rounds: 3, wanted: 1 },
  { file: 'short text', connection: 'LAN', peers: 'storable', rounds: 3, wanted: 1 },
];
// From the press of Search in the library to a page that can be read, and to the sharp one, by what is on the screen.
const searches = [
  { file: 'scan', connection: 'VPN', rounds: 1, wanted: [0.05, 0.1] },
  { file: 'long text', connection: 'VPN', rounds: 3, wanted: [0.3, 1] },
  { file: 'short text', connection: 'VPN', rounds: 3, wanted: [0.3, 1] },
  { file: 'A0 drawing', connection: 'VPN', rounds: 3, wanted: [0.3, 1] },
  { file: 'CJK without fonts', connection: 'VPN', rounds: 3, wanted: [0.3, 1] },
  { file: 'long text', connection: 'LAN', rounds: 3, wanted: [0.5, 1] },
  { file: 'short text', connection: 'LAN', rounds: 3, wanted: [0.5, 1] },
  { file: 'A0 drawing', connection: 'LAN', rounds: 3, wanted: [0.5, 1] },
  { file: 'CJK without fonts', connection: 'LAN', rounds: 3, wanted: [0.5, 1] },
] as const;
// A page that nobody has read yet, of the long text.
const jumpTo = 200;
const wantedJump = 0.3;
const wantedNextPage = 0.5;
const wantedSharpZoom = 1;
const frameMs = 17;
const wantedMemory = 0.8; // of react-pdf
const flipsBeforeMemory = 50;
const longestFrameMs = 50; // while a pen draws
// After more steps, the page is larger than what plain pdf.js draws as one picture.
const zoomSteps = 7;
const zoomRounds = 3;
// A reader chooses a document first; what a viewer prepares meanwhile, as pdf.js's worker, is ready then.
const chooseMs = 1500;

type Measured = Record<Viewer, number[]>;
type Row = {
  what: string;
  measured: Measured;
  of: 'plain' | 'react-pdf';
  wanted?: number | undefined;
  wantedMs?: number;
};

/** Opening, turning pages, zooming and memory: our viewer against plain pdf.js and react-pdf. */
export async function benchViewer(dir: string): Promise<boolean> {
  const about = circumstances();
  const undos: (() => Promise<void>)[] = [];
  try {
    const setup = await setUpViewers(dir, (undo) => undos.push(undo));
    const rows: Row[] = [];
    for (const asked of searches) {
      const measured = await measureSearch(setup, asked);
      for (const row of measured) say(summaryOf(row));
      rows.push(...measured);
    }
    rows.push(await measureJump(setup));
    say(summaryOf(rows.at(-1)));
    for (const opening of openings) {
      const { file, connection, peers, wanted } = opening;
      const what = `${file} over ${connection}${peers === 'no-store' ? ', no-store for all' : ''}`;
      rows.push({ what, measured: await measureOpening(setup, opening), of: 'plain', wanted });
      say(summaryOf(rows.at(-1)));
    }
    for (const file of ['long text', 'scan'] as const) {
      const steps = await measureReading(setup, file);
      for (const row of steps) say(summaryOf(row));
      rows.push(...steps);
    }
    const drawing = await measureDrawing(setup);
    const longest = Math.max(...drawing);
    const results = Object.fromEntries(rows.map(({ what, measured }) => [what, measured]));
    const kept = await keepResults('viewer', { circumstances: about, results, drawing });
    console.log('\nMedians, in ms from the action to the frame that shows it; memory in MB.');
    console.log(
      'The peers get PDFs as web servers send them, storable, unless a row says no-store.',
    );
    const columns = ['what', ...viewers, 'of plain', 'of react-pdf', 'wanted', 'met'];
    console.log(table(columns, rows.map(asCells)));
    console.log(
      `Longest frame while drawing: ${longest.toFixed(0)} ms, wanted ≤ ${longestFrameMs}`,
    );
    console.log(`Kept in ${kept}`);
    return rows.every((row) => isMet(row) !== false) && longest <= longestFrameMs;
  } finally {
    for (const undo of undos.toReversed()) await undo();
  }
}

async function measureSearch(
  setup: ViewerSetup,
  { file, connection, rounds, wanted }: (typeof searches)[number],
): Promise<Row[]> {
  const [readable, sharp] = [noTimes(), noTimes()];
  for (let round = 1; round <= rounds; round++) {
    for (const viewer of viewers) {
      const seen =
        viewer === 'ours'
          ? await searchInLibrary(await setup.openMain(connection), setup.entries[file])
          : await openInPeer(
              await setup.openViewer(viewer, connection, 'storable'),
              pdfAddress(setup.entries[file]),
            );
      readable[viewer].push(seen.readableMs);
      sharp[viewer].push(seen.sharpMs);
    }
  }
  const what = `${file} over ${connection}`;
  return [
    { what: `readable, ${what}`, measured: readable, of: 'plain', wanted: wanted[0] },
    { what: `sharp, ${what}`, measured: sharp, of: 'plain', wanted: wanted[1] },
  ];
}

async function openInPeer({ page, close }: OpenViewer, address: string): Promise<Seen> {
  await page.waitForTimeout(chooseMs);
  const open = () =>
    page.evaluate((asked) => {
      const startMs = performance.timeOrigin + performance.now();
      void viewerPage().openDocument(asked);
      return startMs;
    }, address);
  const seen = await measureSeen(page, open, '.page[data-loaded], .react-pdf__Page canvas');
  await close();
  return seen;
}

async function measureJump(setup: ViewerSetup): Promise<Row> {
  const readable = noTimes();
  for (const viewer of viewers) {
    const seen =
      viewer === 'ours'
        ? await jumpInLibrary(await setup.openMain('VPN'), setup.entries['long text'])
        : await jumpInPeer(
            await setup.openViewer(viewer, 'VPN', 'no-store'),
            pdfAddress(setup.entries['long text']),
          );
    readable[viewer].push(seen.readableMs);
  }
  const what = `readable, page ${jumpTo} of the long text over VPN`;
  return { what, measured: readable, of: 'plain', wanted: wantedJump };
}

const jumpedTo = `.page[data-page-number="${jumpTo}"][data-loaded]:not(.loadingIcon)`;

async function jumpInPeer(opened: OpenViewer, address: string): Promise<Seen> {
  const { page, close } = opened;
  await openDocument(opened, address);
  await lookAtPage(page);
  const jump = () =>
    page.evaluate((asked) => {
      const startMs = performance.timeOrigin + performance.now();
      void viewerPage().turnTo(asked);
      return startMs;
    }, jumpTo);
  const sheet = `${jumpedTo}, .react-pdf__Page[data-page-number="${jumpTo}"] canvas`;
  const seen = await measureSeen(page, jump, sheet);
  await close();
  return seen;
}

async function jumpInLibrary({ page, close }: OpenViewer, entry: Entry): Promise<Seen> {
  await chooseInLibrary(page, entry);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.locator('.page[data-loaded]:not(.loadingIcon)').first().waitFor();
  await lookAtPage(page);
  const toolbar = page.getByRole('toolbar', { name: 'Toolbar above the page' });
  await toolbar.getByRole('button', { name: /^Page 1 / }).click();
  await page.keyboard.type(String(jumpTo));
  const jump = async () => {
    const startMs = Date.now();
    await page.keyboard.press('Enter');
    return startMs;
  };
  const seen = await measureSeen(page, jump, jumpedTo);
  await close();
  return seen;
}

type Entry = { customer: string; doc_num: string };

async function chooseInLibrary(page: Page, { customer, doc_num }: Entry): Promise<void> {
  for (const [label, text] of [
    ['Customer Name', customer],
    ['Standard Number', doc_num],
  ] as const) {
    await page.getByRole('combobox', { name: label }).fill(text);
    await page.getByRole('option', { name: text }).first().click();
  }
  await page.waitForTimeout(chooseMs);
}

async function searchInLibrary({ page, close }: OpenViewer, entry: Entry): Promise<Seen> {
  await chooseInLibrary(page, entry);
  const press = () =>
    page.getByRole('button', { name: 'Search' }).evaluate((button) => {
      const startMs = performance.timeOrigin + performance.now();
      (button as { click?: () => void }).click?.();
      return startMs;
    });
  const seen = await measureSeen(page, press, '.page[data-loaded]:not(.loadingIcon)');
  await close();
  return seen;
}

async function measureOpening(setup: ViewerSetup, { file, connection, peers, rounds }: Opening) {
  const times = noTimes();
  for (let round = 1; round <= rounds; round++) {
    for (const viewer of viewers) {
      const opened = await setup.openViewer(
        viewer,
        connection,
        viewer === 'ours' ? 'no-store' : peers,
      );
      await opened.page.waitForTimeout(chooseMs);
      times[viewer].push(await openDocument(opened, pdfAddress(setup.entries[file])));
      await opened.close();
    }
  }
  return times;
}

/** Turns pages in an open document, looking at each, then measures the memory, and zooms. */
async function measureReading(setup: ViewerSetup, file: Opening['file']): Promise<Row[]> {
  const [turn, memory, shown, sharp] = [noTimes(), noTimes(), noTimes(), noTimes()];
  for (const viewer of viewers) {
    const opened = await setup.openViewer(viewer, 'LAN', 'no-store');
    const { page } = opened;
    await openDocument(opened, pdfAddress(setup.entries[file]));
    for (let to = 2; to <= 1 + flipsBeforeMemory; to++) {
      await lookAtPage(page);
      turn[viewer].push(await page.evaluate((asked) => viewerPage().turnTo(asked), to));
    }
    await lookAtPage(page);
    memory[viewer].push(await opened.memoryMb());
    await opened.close();
  }
  for (let round = 0; round < zoomRounds; round++) {
    for (const viewer of viewers) {
      const steps = await measureZoom(
        await setup.openViewer(viewer, 'LAN', 'no-store'),
        pdfAddress(setup.entries[file]),
      );
      shown[viewer].push(...steps.map(({ shownMs }) => shownMs));
      sharp[viewer].push(...steps.map(({ sharpMs }) => sharpMs));
    }
  }
  // Plain pdf.js prepares the next page of a scan, too, and shows it within about a frame: nobody
  // can be faster.
  const wantedTurn = file === 'scan' ? undefined : wantedNextPage;
  return [
    { what: `next page, ${file}`, measured: turn, of: 'plain', wanted: wantedTurn },
    { what: `zoom step shown, ${file}`, measured: shown, of: 'plain', wantedMs: frameMs },
    { what: `zoom step sharp, ${file}`, measured: sharp, of: 'plain', wanted: wantedSharpZoom },
    { what: `MB after 50 pages, ${file}`, measured: memory, of: 'react-pdf', wanted: wantedMemory },
  ];
}

async function measureZoom(opened: OpenViewer, address: string) {
  await openDocument(opened, address);
  const steps = [];
  for (let step = 1; step <= zoomSteps; step++) {
    await lookAtPage(opened.page);
    steps.push(await opened.page.evaluate(() => viewerPage().zoomIn()));
  }
  await opened.close();
  return steps;
}

// The least time that a reader looks at a page. The viewers prepare the next one meanwhile.
async function lookAtPage(page: Page): Promise<void> {
  await page.waitForTimeout(400);
}

function openDocument({ page }: OpenViewer, address: string): Promise<number> {
  return page.evaluate((asked) => viewerPage().openDocument(asked), address);
}

/** A function in the page: see viewer-pages/page.ts. */
declare function viewerPage(): ViewerPage;

function noTimes(): Measured {
  return { plain: [], 'react-pdf': [], ours: [] };
}

function isMet({ measured, of, wanted, wantedMs }: Row): boolean | null {
  if (wantedMs !== undefined) return median(measured.ours) <= wantedMs;
  if (wanted === undefined) return null;
  return median(measured.ours) / median(measured[of]) <= wanted;
}

function asCells(row: Row): string[] {
  const { what, measured, of, wanted, wantedMs } = row;
  const met = isMet(row);
  const ratio = (peer: Viewer) => (median(measured.ours) / median(measured[peer])).toFixed(2);
  const asked = wantedMs !== undefined ? `≤ ${wantedMs} ms` : wanted && `≤ ${wanted} of ${of}`;
  return [
    what,
    ...viewers.map((viewer) => median(measured[viewer]).toFixed(0)),
    ratio('plain'),
    ratio('react-pdf'),
    asked || '',
    met === null ? '' : met ? 'yes' : 'NO',
  ];
}

// Printed after each measurement, because all of them take eight minutes.
function summaryOf(row: Row | undefined): string {
  if (row === undefined) return '';
  const times = viewers.map((viewer) => `${viewer} ${median(row.measured[viewer]).toFixed(0)}`);
  return `${row.what}: ${times.join(', ')}`;
}
