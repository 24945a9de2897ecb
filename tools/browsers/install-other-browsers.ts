import { spawnSync } from 'node:child_process';
import { firefox, webkit } from './other-browsers.ts';

// Installs Firefox and WebKit for the tests in every browser, if we are root on Debian. Elsewhere the
// tests in a browser that is absent are skipped; where NOTHING_SKIPPED is set, as in CI, they fail.

const missing = [
  ...(firefox() === null ? ['firefox-esr'] : []),
  ...(webkit() === null ? ['webkit2gtk-driver', 'xvfb', 'xauth'] : []),
];
const mayInstall = process.getuid?.() === 0 && process.platform === 'linux';

if (missing.length > 0 && mayInstall) {
  const packages = missing.join(' ');
  const command = `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${packages}`;
  console.log(command);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, { shell: true, stdio: 'inherit', env });
}
console.log(`Firefox: ${firefox() ?? 'absent, nothing is tested in it'}`);
console.log(`WebKit: ${webkit()?.browser ?? 'absent, nothing is tested in it'}`);
