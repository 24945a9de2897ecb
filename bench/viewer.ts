import type { Page } from '@playwright/test';
import { pdfAddress } from '#contract/file-name.ts';
import { median } from './median.ts';
import { circumstances, keepResults, say, table } from './table.ts';
import { measureDrawing } from './viewer-drawing.ts';
import type { ViewerPage } from './viewer-pages/viewer-page.ts';
import { type Seen, measureSeen } from './viewer-readable.ts';
import {
  type OpenViewer,
  type Viewer,
  type ViewerSetup,
  setUpViewers,
  viewers,
} from './viewer-setup.ts';

// From the press of Search in the library to a page that can be read, and to the sharp one, by what is on the screen.
// `wanted`: our times as shares of plain pdf.js's in the same run, until the page can be read and until it is sharp.
const searches = [
  { file: 'scan', connection: 'VPN', wanted: [0.05, 0.1] },
  { file: 'long text', connection: 'VPN', wanted: [0.3, 1] },
  { file: 'short text', connection: 'VPN', wanted: [0.3, 1] },
  { file: 'A0 drawing', connection: 'VPN', wanted: [0.3, 1] },
  { file: 'CJK without fonts', connection: 'VPN', wanted: [0.3, 1] },
  { file: 'long text', connection: 'LAN', wanted: [0.5, 1] },
  { file: 'short text', connection: 'LAN', wanted: [0.5, 1] },
  { file: 'A0 drawing', connection: 'LAN', wanted: [0.5, 1] },
  { file: 'CJK without fonts', connection: 'LAN', wanted: [0.5, 1] },
] as const;
// All of it takes ten minutes on a machine that does nothing else. Plain pdf.js takes half a minute for the
// scan, so that one is measured once.
const rounds = Number(process.env['VIEWER_ROUNDS'] ?? 2);
const roundsOf = (file: string) => (file === 'scan' ? 1 : rounds);
/** Pages that nobody has read yet. */
const jumps = [
  { file: 'long text', to: 200 },
  { file: 'scan', to: 60 },
] as const;
const wantedJump = 0.3;
const wantedNextPage = 0.5;
const wantedSharpZoom = 1;
const frameMs = 17;
const wantedMemory = 0.8; // of react-pdf
const flipsBeforeMemory = 50;
const longestFrameMs = 50; // while a pen draws
// After more steps, the page is larger than what plain pdf.js draws as one picture.
const zoomSteps = 7;
// A reader chooses a document first; what a viewer prepares meanwhile, as pdf.js's worker, is ready then.
const chooseMs = 1500;
const longestOpeningMs = 120_000;

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
    for (const jump of jumps) {
      rows.push(await measureJump(setup, jump));
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
  { file, connection, wanted }: (typeof searches)[number],
): Promise<Row[]> {
  const [readable, sharp] = [noTimes(), noTimes()];
  for (let round = 1; round <= roundsOf(file); round++) {
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

/** The peers get PDFs as web servers send them. */
async function openInPeer({ page, close }: OpenViewer, address: string): Promise<Seen> {
  await page.waitForTimeout(chooseMs);
  const seen = await measureInPeer(page, 1, `openDocument(${JSON.stringify(address)})`);
  await close();
  return seen;
}

/** `call`: of a function of viewer-pages/viewer-page.ts. */
function measureInPeer(page: Page, number: number, call: string): Promise<Seen> {
  return measureSeen(page, {
    act: () =>
      page.evaluate<number>(`(() => {
        const startMs = performance.timeOrigin + performance.now();
        globalThis.called = viewerPage().${call};
        return startMs;
      })()`),
    isDone: () => page.evaluate('called'),
    sheet: `.page[data-page-number="${number}"], .react-pdf__Page[data-page-number="${number}"]`,
  });
}

type Jump = (typeof jumps)[number];

async function measureJump(setup: ViewerSetup, { file, to }: Jump): Promise<Row> {
  const readable = noTimes();
  const entry = setup.entries[file];
  for (const viewer of viewers) {
    const seen =
      viewer === 'ours'
        ? await jumpInLibrary(await setup.openMain('VPN'), entry, to)
        : await jumpInPeer(
            await setup.openViewer(viewer, 'VPN', 'no-store'),
            pdfAddress(entry),
            to,
          );
    readable[viewer].push(seen.readableMs);
  }
  const what = `readable, page ${to} of the ${file} over VPN`;
  return { what, measured: readable, of: 'plain', wanted: wantedJump };
}

async function jumpInPeer(opened: OpenViewer, address: string, to: number): Promise<Seen> {
  const { page, close } = opened;
  await openDocument(opened, address);
  await lookAtPage(page);
  const seen = await measureInPeer(page, to, `turnTo(${to})`);
  await close();
  return seen;
}

async function jumpInLibrary({ page, close }: OpenViewer, entry: Entry, to: number): Promise<Seen> {
  await chooseInLibrary(page, entry);
  await page.getByRole('button', { name: 'Search' }).click();
  await drawnPage(page, 1);
  await lookAtPage(page);
  const toolbar = page.getByRole('toolbar', { name: 'Toolbar above the page' });
  await toolbar.getByRole('button', { name: /^Page 1 / }).click();
  await page.keyboard.type(String(to));
  const seen = await measureSeen(page, {
    async act() {
      const startMs = Date.now();
      await page.keyboard.press('Enter');
      return startMs;
    },
    isDone: () => drawnPage(page, to),
    sheet: ourSheet(to),
  });
  await close();
  return seen;
}

const ourSheet = (number: number) =>
  `.page[data-page-number="${number}"][data-loaded]:not(.loadingIcon)`;

function drawnPage(page: Page, number: number): Promise<void> {
  return page.locator(ourSheet(number)).waitFor({ timeout: longestOpeningMs });
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
  const seen = await measureSeen(page, {
    act: press,
    isDone: () => drawnPage(page, 1),
    sheet: ourSheet(1),
  });
  await close();
  return seen;
}

/** Turns pages in an open document, looking at each, then measures the memory, and zooms. */
async function measureReading(
  setup: ViewerSetup,
  file: keyof ViewerSetup['entries'],
): Promise<Row[]> {
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
  for (const viewer of viewers) {
    const steps = await measureZoom(
      await setup.openViewer(viewer, 'LAN', 'no-store'),
      pdfAddress(setup.entries[file]),
    );
    shown[viewer].push(...steps.map(({ shownMs }) => shownMs));
    sharp[viewer].push(...steps.map(({ sharpMs }) => sharpMs));
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

// Printed after each measurement, because all of them take ten minutes.
function summaryOf(row: Row | undefined): string {
  if (row === undefined) return '';
  const times = viewers.map((viewer) => `${viewer} ${median(row.measured[viewer]).toFixed(0)}`);
  return `${row.what}: ${times.join(', ')}`;
}
