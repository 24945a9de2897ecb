import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Semaphore } from '../server/processes/semaphore.ts';

// `npm run check`: everything that CI checks. Rounds run one after the other, the quick checks first; the
// steps of a round run side by side, two at a time, since each waits for its own children now and then. Those
// that wait most begin first; those at the end keep two cores busy by themselves.

type Step = [what: string, command: string];

const rounds: Step[][] = [
  [
    ['programs', 'node tools/install-programs.ts'],
    ['lockfile', 'node tools/check-lockfile.ts'],
    ['format', 'oxfmt --check'],
    ['lint', 'oxlint'],
    ['types: contract', 'tsc -p contract'],
    ['types: web', 'tsc -p web'],
    ['types: server', 'tsc -p .'],
    ['types: bench', 'tsc -p bench/viewer-pages'],
    ['dead code', 'knip'],
    ['sizes of rooms', 'node tools/rooms.ts'],
    ['web build', 'vite build'],
  ],
  [
    ['browser tests', 'playwright test'],
    ['slow tests', 'vitest run --project slow'],
    ['main journeys in every browser', 'vitest run --project browsers'],
    ['older browsers', 'node tools/browsers/check-scripts.ts'],
    ['bundle size', 'size-limit'],
    ['unit tests on PostgreSQL', 'npm run test:postgres'],
    ['long tests', 'npm run test:long'],
    ['unit tests', 'npm test'],
  ],
];

/** What a failed step printed last, repeated at the end: before it are thousands of lines of other steps. */
const linesRepeated = 60;

/** Playwright counts the tests that failed once and passed when repeated. */
const saysFlaky = (line: string) => /^\s*\d+ flaky$/.test(line);

type Outcome = { what: string; hasPassed: boolean; seconds: number; lastLines: string[] };

const outcomes: Outcome[] = [];
for (const steps of rounds) {
  const two = new Semaphore(2);
  outcomes.push(...(await Promise.all(steps.map((step) => two.use(() => run(step))))));
}
const failed = outcomes.filter(({ hasPassed }) => !hasPassed);
const flaky = outcomes.filter((one) => !failed.includes(one) && one.lastLines.some(saysFlaky));
for (const { what, hasPassed, lastLines } of [...flaky, ...failed]) {
  console.log(`\n== ${hasPassed ? 'flaky' : 'failed'}: ${what}\n${lastLines.join('\n')}`);
}
console.log('');
for (const { what, seconds } of outcomes) console.log(`${String(seconds).padStart(5)} s  ${what}`);
const names = failed.map(({ what }) => what).join(', ');
console.log(failed.length === 0 ? '\nAll checks pass.' : `\nFailed: ${names}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function run([what, command]: Step): Promise<Outcome> {
  console.log(`== ${what}: ${command}`);
  const startedMs = performance.now();
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let lastLines: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      console.log(`${what} | ${line}`);
      lastLines = [...lastLines, line].slice(-linesRepeated);
    });
  }
  const [status] = await once(child, 'close');
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  console.log(`== ${what}: ${status === 0 ? 'passed' : 'failed'} after ${seconds} s`);
  return { what, hasPassed: status === 0, seconds, lastLines };
}
