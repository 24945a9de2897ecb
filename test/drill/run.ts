import { spawnSync } from 'node:child_process';
import { styleText } from 'node:util';
import { circumstances, table } from '../../bench/table.ts';
import { clockDrill } from './clock.ts';
import type { Drill, Findings } from './drill.ts';
import { fullDiskDrill } from './full-disk.ts';
import { killsDrill } from './kills.ts';
import { postgresKillsDrill } from './postgres-kills.ts';
import { readersDrill } from './readers.ts';
import { requestsDrill } from './requests.ts';
import { shareDrill } from './share.ts';

// `npm run drill [-- NAME…] [--short]`: faults made on purpose. Ends with 1 when anything was lost.

const drills: Record<string, Drill> = {
  kills: killsDrill,
  disk: fullDiskDrill,
  share: shareDrill,
  requests: requestsDrill,
  clock: clockDrill,
  readers: readersDrill,
  postgres: postgresKillsDrill,
};

const names = process.argv.slice(2).filter((word) => word !== '--short');
const length = process.argv.includes('--short') ? 'short' : 'full';
const unknown = names.filter((name) => !(name in drills));
if (unknown.length > 0) {
  console.error(
    `There is no drill ${unknown.join(', ')}; there are ${Object.keys(drills).join(', ')}.`,
  );
  process.exit(2);
}

const rows: string[][] = [];
let lost = 0;
for (const [name, drill] of Object.entries(drills)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.error(`· ${drill.what}: ${drill.times[length]} times`);
  const found = await runInTurn(drill);
  lost += found.lost.length;
  for (const what of found.lost.slice(0, 20)) console.error(styleText('red', `  lost: ${what}`));
  for (const note of found.notes) console.error(`  ${note}`);
  rows.push([drill.what, String(found.tried), String(found.lost.length), recoveryOf(found)]);
}
if (names.length === 0 && length === 'full') lost += runTestsInFull();
const { date, machine, commit } = circumstances();
console.log(`\n${table(['drill', 'tried', 'lost', 'recovery, median and longest'], rows)}`);
console.log(`\n${date} · ${machine} · ${commit}`);
process.exit(lost === 0 ? 0 : 1);

/** The tests that try a few times in CI, with all their times; gives how many of the two runs failed. */
function runTestsInFull(): number {
  const env = { ...process.env, TEST_LENGTH: 'full' };
  const runs = ['slow', 'long'].map((project) =>
    spawnSync('vitest', ['run', '--project', project], { stdio: 'inherit', env }),
  );
  return runs.filter(({ status }) => status !== 0).length;
}

async function runInTurn(drill: Drill): Promise<Findings> {
  const undos: (() => Promise<void>)[] = [];
  try {
    return await drill.run(drill.times[length], (undo) => undos.push(undo));
  } finally {
    for (const undo of undos.toReversed()) await undo();
  }
}

function recoveryOf({ recoveryMs }: Findings): string {
  if (recoveryMs.length === 0) return '–';
  const sorted = recoveryMs.toSorted((a, b) => a - b);
  const inWords = (ms: number | undefined) => `${Math.round(ms ?? 0)} ms`;
  return `${inWords(sorted[sorted.length >> 1])}, ${inWords(sorted.at(-1))}`;
}
