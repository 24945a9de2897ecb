import { spawnSync } from 'node:child_process';

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

const failed: string[] = [];
for (const [what, command] of steps) {
  console.log(`\n== ${what}: ${command}`);
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' });
  if (status !== 0) failed.push(what);
}
console.log(failed.length === 0 ? '\nAll checks pass.' : `\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
