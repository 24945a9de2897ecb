import type { Page } from '@playwright/test';
import { pdfAddress } from '#contract/file-name.ts';
import { median } from './median.ts';
import { circumstances, report, type Row, say } from './table.ts';
import { measureDrawing } from './viewer-drawing.ts';
import { measureSeen, type Seen } from './viewer-readable.ts';
import { type OpenPage, setUpViewers, type ViewerSetup } from './viewer-setup.ts';

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
// Plain pdf.js takes half a minute for the scan, so that one is measured once.
const rounds = Number(process.env['VIEWER_ROUNDS'] ?? 2);
const roundsOf = (file: string) => (file === 'scan' ? 1 : rounds);
/** Pages that nobody has read yet. */
const jumps = [
  { file: 'long text', to: 200 },
  { file: 'scan', to: 60 },
] as const;
const most = { jump: 0.3, memory: 1, frameMs: 50 };
const flipsBeforeMemory = 50;
// The least time that a reader looks at a page. The viewers prepare the next one meanwhile.
const lookMs = 400;
// A reader chooses a document first; what a viewer prepares meanwhile, as pdf.js's worker, is ready then.
const chooseMs = 1500;
const longestOpeningMs = 120_000;

type Entry = ViewerSetup['entries'][keyof ViewerSetup['entries']];

/** Opening, jumping and memory: our viewer in the library against plain pdf.js; drawing with a pen. */
export async function benchViewer(dir: string): Promise<boolean> {
  const about = circumstances();
  const undos: (() => Promise<void>)[] = [];
  try {
    const setup = await setUpViewers(dir, (undo) => undos.push(undo));
    const rows: Row[] = [];
    for (const asked of searches) rows.push(...(await measureSearch(setup, asked)));
    for (const jump of jumps) rows.push(await measureJump(setup, jump));
    for (const file of ['long text', 'scan'] as const) rows.push(await measureMemory(setup, file));
    const frameMs = Math.max(...(await measureDrawing(setup)));
    rows.push({ what: 'longest frame while a pen draws, ms', value: frameMs, most: most.frameMs });
    return await report('viewer', about, rows);
  } finally {
    for (const undo of undos.toReversed()) await undo();
  }
}

async function measureSearch(
  setup: ViewerSetup,
  { file, connection, wanted }: (typeof searches)[number],
): Promise<Row[]> {
  const [ours, plain]: [Seen[], Seen[]] = [[], []];
  const entry = setup.entries[file];
  for (let round = 1; round <= roundsOf(file); round++) {
    plain.push(await openInPeer(await setup.openPeer(connection, 'storable'), entry));
    ours.push(await searchInLibrary(await setup.openMain(connection), entry));
  }
  const what = `${file} over ${connection}`;
  const of = (time: keyof Seen) =>
    [ours, plain].map((seen) => median(seen.map((one) => one[time])));
  return [
    compared(`readable, ${what}`, of('readableMs'), 'ms', wanted[0]),
    compared(`sharp, ${what}`, of('sharpMs'), 'ms', wanted[1]),
  ];
}

/** Ours as a share of plain pdf.js's. */
function compared(what: string, [ours = 0, plain = 0]: number[], unit: string, most: number): Row {
  const of = `${ours.toFixed(0)} of ${plain.toFixed(0)} ${unit}`;
  say(`${what}: ${of}`);
  return { what: `${what}, of pdf.js`, value: ours / plain, most, of };
}

async function openInPeer({ page, close }: OpenPage, entry: Entry): Promise<Seen> {
  await page.waitForTimeout(chooseMs);
  const seen = await measureInPeer(page, 1, openingOf(entry));
  await close();
  return seen;
}

const openingOf = (entry: Entry) => `openDocument(${JSON.stringify(pdfAddress(entry))})`;

/** `call`: of a function of viewer-pages/plain.ts. */
function measureInPeer(page: Page, number: number, call: string): Promise<Seen> {
  return measureSeen(page, {
    act: () =>
      page.evaluate<number>(`(() => {
        const startMs = performance.timeOrigin + performance.now();
        globalThis.called = ${call};
        return startMs;
      })()`),
    isDone: () => page.evaluate('called'),
    sheet: `.page[data-page-number="${number}"]`,
  });
}

async function searchInLibrary({ page, close }: OpenPage, entry: Entry): Promise<Seen> {
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

const ourSheet = (number: number) =>
  `.page[data-page-number="${number}"][data-loaded]:not(.loadingIcon)`;

function drawnPage(page: Page, number: number): Promise<void> {
  return page.locator(ourSheet(number)).first().waitFor({ timeout: longestOpeningMs });
}

async function measureJump(setup: ViewerSetup, { file, to }: (typeof jumps)[number]): Promise<Row> {
  const entry = setup.entries[file];
  const peer = await setup.openPeer('VPN', 'no-store');
  await peer.page.evaluate(openingOf(entry));
  await peer.page.waitForTimeout(lookMs);
  const plain = await measureInPeer(peer.page, to, `turnTo(${to})`);
  await peer.close();
  const ours = await jumpInLibrary(await setup.openMain('VPN'), entry, to);
  const what = `readable, page ${to} of the ${file} over VPN`;
  return compared(what, [ours.readableMs, plain.readableMs], 'ms', most.jump);
}

async function jumpInLibrary({ page, close }: OpenPage, entry: Entry, to: number): Promise<Seen> {
  await openInLibrary(page, entry);
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

async function openInLibrary(page: Page, entry: Entry): Promise<void> {
  await chooseInLibrary(page, entry);
  await page.getByRole('button', { name: 'Search' }).click();
  await drawnPage(page, 1);
  await page.waitForTimeout(lookMs);
}

/** Turns pages, looking at each. */
async function measureMemory(setup: ViewerSetup, file: 'long text' | 'scan'): Promise<Row> {
  const entry = setup.entries[file];
  const ours = await setup.openMain('LAN');
  await openInLibrary(ours.page, entry);
  await ours.page.getByRole('group', { name: 'Pages' }).focus();
  const peer = await setup.openPeer('LAN', 'no-store');
  await peer.page.evaluate(openingOf(entry));
  for (let to = 2; to <= 1 + flipsBeforeMemory; to++) {
    await ours.page.keyboard.press('ArrowRight');
    await drawnPage(ours.page, to);
    await peer.page.evaluate(`turnTo(${to})`);
    await peer.page.waitForTimeout(lookMs);
  }
  const megabytes = [await ours.memoryMb(), await peer.memoryMb()];
  await Promise.all([ours.close(), peer.close()]);
  return compared(`memory after 50 pages, ${file}`, megabytes, 'MB', most.memory);
}
