import type { Page } from '@playwright/test';
import { circumstances, keepResults, say, table } from './table.ts';
import type { ViewerPage } from './viewer-page.ts';
import { type Line, type Seat, type Sent, type Stage, setStage } from './viewer-stage.ts';
import { type Viewer, viewers } from './viewer-stage.ts';

type Question = {
  file: keyof Stage['addresses'];
  line: Line;
  /** How the peers' PDFs are sent; ours are sent as the library sends them. */
  peers: Sent;
  rounds: number;
  wanted?: number;
};

// Wanted by issue 4, as ratios to plain pdf.js in the same run. The first takes it half a minute.
const openings: Question[] = [
  { file: 'scan', line: 'VPN', peers: 'storable', rounds: 1, wanted: 0.2 },
  { file: 'scan', line: 'VPN', peers: 'no-store', rounds: 3 },
  { file: 'long text', line: 'VPN', peers: 'storable', rounds: 3, wanted: 0.65 },
  { file: 'long text', line: 'VPN', peers: 'no-store', rounds: 3 },
  { file: 'scan', line: 'LAN', peers: 'storable', rounds: 3, wanted: 1 },
  { file: 'long text', line: 'LAN', peers: 'storable', rounds: 3, wanted: 1 },
  { file: 'short text', line: 'LAN', peers: 'storable', rounds: 3, wanted: 1 },
];
const wantedNextPage = 0.5;
const wantedSharpZoom = 1;
const frameMs = 17;
const wantedMemory = 0.8; // of react-pdf
const flipsBeforeMemory = 50;
// With more, the page grows beyond what plain pdf.js draws in one picture in this window.
const zoomSteps = 7;
const zoomRounds = 3;

type Measured = Record<Viewer, number[]>;
type Row = {
  what: string;
  measured: Measured;
  of: 'plain' | 'react-pdf';
  wanted?: number | undefined;
  wantedMs?: number;
};

/** Opening, turning, zooming and memory: ours beside plain pdf.js and react-pdf. */
export async function benchViewer(dir: string): Promise<boolean> {
  const about = circumstances();
  const undos: (() => Promise<void>)[] = [];
  try {
    const stage = await setStage(dir, (undo) => undos.push(undo));
    const rows: Row[] = [];
    for (const question of openings) {
      const { file, line, peers, wanted } = question;
      const what = `${file} over ${line}${peers === 'no-store' ? ', no-store for all' : ''}`;
      rows.push({ what, measured: await openingsOf(stage, question), of: 'plain', wanted });
      say(inWords(rows.at(-1)));
    }
    for (const file of ['long text', 'scan'] as const) {
      const steps = await stepsIn(stage, file);
      for (const row of steps) say(inWords(row));
      rows.push(...steps);
    }
    const results = Object.fromEntries(rows.map(({ what, measured }) => [what, measured]));
    const kept = await keepResults('viewer', { circumstances: about, results });
    console.log('\nMedians, in ms from the deed to the frame that shows it; memory in MB.');
    console.log(
      'The peers get PDFs as web servers send them, storable, unless a row says no-store.',
    );
    const columns = ['what', ...viewers, 'of plain', 'of react-pdf', 'wanted', 'met'];
    console.log(table(columns, rows.map(asCells)));
    console.log(`Kept in ${kept}`);
    return rows.every((row) => isMet(row) !== false);
  } finally {
    for (const undo of undos.toReversed()) await undo();
  }
}

async function openingsOf(stage: Stage, { file, line, peers, rounds }: Question) {
  const times = noneYet();
  for (let round = 1; round <= rounds; round++) {
    for (const viewer of viewers) {
      const seat = await stage.sit(viewer, line, viewer === 'ours' ? 'no-store' : peers);
      times[viewer].push(await openDocument(seat, stage.addresses[file]));
      await seat.leave();
    }
  }
  return times;
}

/** Reads on in an open document: turns pages with a look at each, counts the memory, and zooms. */
async function stepsIn(stage: Stage, file: Question['file']): Promise<Row[]> {
  const [turn, memory, shown, sharp] = [noneYet(), noneYet(), noneYet(), noneYet()];
  for (const viewer of viewers) {
    const seat = await stage.sit(viewer, 'LAN', 'no-store');
    const { page } = seat;
    await openDocument(seat, stage.addresses[file]);
    for (let to = 2; to <= 1 + flipsBeforeMemory; to++) {
      await look(page);
      turn[viewer].push(await page.evaluate((asked) => viewerPage().turnTo(asked), to));
    }
    await look(page);
    memory[viewer].push(await seat.memoryMb());
    await seat.leave();
  }
  for (let round = 0; round < zoomRounds; round++) {
    for (const viewer of viewers) {
      const steps = await zoomsIn(
        await stage.sit(viewer, 'LAN', 'no-store'),
        stage.addresses[file],
      );
      shown[viewer].push(...steps.map(({ shownMs }) => shownMs));
      sharp[viewer].push(...steps.map(({ sharpMs }) => sharpMs));
    }
  }
  // A page of a scan is nothing but its picture, and plain pdf.js has the next one ready, too: it
  // takes about a frame, and nobody takes less.
  const wantedTurn = file === 'scan' ? undefined : wantedNextPage;
  return [
    { what: `next page, ${file}`, measured: turn, of: 'plain', wanted: wantedTurn },
    { what: `zoom step shown, ${file}`, measured: shown, of: 'plain', wantedMs: frameMs },
    { what: `zoom step sharp, ${file}`, measured: sharp, of: 'plain', wanted: wantedSharpZoom },
    { what: `MB after 50 pages, ${file}`, measured: memory, of: 'react-pdf', wanted: wantedMemory },
  ];
}

async function zoomsIn(seat: Seat, address: string) {
  await openDocument(seat, address);
  const steps = [];
  for (let step = 1; step <= zoomSteps; step++) {
    await look(seat.page);
    steps.push(await seat.page.evaluate(() => viewerPage().zoomIn()));
  }
  await seat.leave();
  return steps;
}

// As long as a reader looks at least; the viewers prepare the next page meanwhile.
async function look(page: Page): Promise<void> {
  await page.waitForTimeout(400);
}

function openDocument({ page }: Seat, address: string): Promise<number> {
  return page.evaluate((asked) => viewerPage().openDocument(asked), address);
}

/** In the page: see viewer-stage.ts. */
declare function viewerPage(): ViewerPage;

function noneYet(): Measured {
  return { plain: [], 'react-pdf': [], ours: [] };
}

function isMet({ measured, of, wanted, wantedMs }: Row): boolean | null {
  if (wantedMs !== undefined) return middle(measured.ours) <= wantedMs;
  if (wanted === undefined) return null;
  return middle(measured.ours) / middle(measured[of]) <= wanted;
}

function asCells(row: Row): string[] {
  const { what, measured, of, wanted, wantedMs } = row;
  const met = isMet(row);
  const ratio = (peer: Viewer) => (middle(measured.ours) / middle(measured[peer])).toFixed(2);
  const asked = wantedMs !== undefined ? `≤ ${wantedMs} ms` : wanted && `≤ ${wanted} of ${of}`;
  return [
    what,
    ...viewers.map((viewer) => middle(measured[viewer]).toFixed(0)),
    ratio('plain'),
    ratio('react-pdf'),
    asked || '',
    met === null ? '' : met ? 'yes' : 'NO',
  ];
}

// Told as soon as it is known: the whole takes eight minutes.
function inWords(row: Row | undefined): string {
  if (row === undefined) return '';
  const times = viewers.map((viewer) => `${viewer} ${middle(row.measured[viewer]).toFixed(0)}`);
  return `${row.what}: ${times.join(', ')}`;
}

function middle(of: readonly number[]): number {
  return of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
}
