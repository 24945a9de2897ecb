import { spawn } from 'node:child_process';
import { once } from 'node:events';

// `npm run check`: everything that CI checks, the quick checks first.

const steps: [what: string, command: string][] = [
  ['lockfile', 'node tools/check-lockfile.ts'],
  ['format', 'oxfmt --check'],
  ['lint', 'oxlint'],
  ['types: contract', 'tsc -p contract'],
  ['types: web', 'tsc -p web'],
  ['types: server', 'tsc -p .'],
  ['types: bench', 'tsc -p bench/viewer-pages'],
  ['dead code', 'knip'],
  ['directory server', 'node tools/install-slapd.ts'],
  ['OCR', 'node tools/install-tesseract.ts'],
  ['service manager', 'node tools/install-systemd.ts'],
  ['unit tests', 'npm test'],
  ['PostgreSQL', 'node tools/install-postgres.ts'],
  ['unit tests on PostgreSQL', 'npm run test:postgres'],
  ['web build', 'vite build'],
  ['bundle size', 'size-limit'],
  ['older browsers', 'node tools/browsers/check-scripts.ts'],
  ['browser', 'node tools/install-chromium.ts'],
  ['balancer', 'node tools/install-nginx.ts'],
  ['slow tests', 'vitest run --project slow'],
  ['reference renderer', 'node tools/install-poppler.ts'],
  ['browser tests', 'playwright test'],
  ['other browsers', 'node tools/browsers/install-other-browsers.ts'],
  ['main journeys in every browser', 'npm run test:browsers'],
];

/** What a failed step said last, told again at the end: before it are thousands of lines of other steps. */
const linesToldAgain = 60;

const failed: { what: string; said: string[] }[] = [];
for (const [what, command] of steps) {
  console.log(`\n== ${what}: ${command}`);
  const { status, said } = await run(command);
  if (status !== 0) failed.push({ what, said });
}
for (const { what, said } of failed) console.log(`\n== failed: ${what}\n${said.join('\n')}`);
const names = failed.map(({ what }) => what).join(', ');
console.log(failed.length === 0 ? '\nAll checks pass.' : `\nFailed: ${names}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function run(command: string): Promise<{ status: number | null; said: string[] }> {
  const child = spawn(command, { shell: true, stdio: ['inherit', 'pipe', 'pipe'] });
  let said: string[] = [''];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      process.stdout.write(text);
      const [rest = '', ...lines] = text.split('\n');
      said = [...said.slice(0, -1), `${said.at(-1)}${rest}`, ...lines].slice(-linesToldAgain);
    });
  }
  const [status] = await once(child, 'close');
  return { status: typeof status === 'number' ? status : null, said };
}
