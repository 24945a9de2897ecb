import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// Runs before `npm test`, `npm run demo` and the like, so that nothing needs to come before them: installs
// the packages of the lockfile where some are missing or older. JavaScript that Node 20 understands, since
// the Node that runs TypeScript is one of these packages.

if (!isInstalled()) {
  console.log('Installing the packages of package-lock.json (npm ci)…');
  const options = ['ci', '--prefer-offline', '--no-audit', '--loglevel=error'];
  const { status } = spawnSync('npm', options, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32', // there, npm is a script
  });
  process.exitCode = status ?? 1;
}

function isInstalled() {
  const installed = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json')).every(([name, wanted]) => {
    if (name === '') return true; // the project itself
    const there = installed[name];
    // npm leaves out optional packages that are for other machines.
    return there === undefined ? wanted.optional === true : there.version === wanted.version;
  });
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return {}; // nothing was installed yet
  }
}
