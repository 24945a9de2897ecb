import { spawnSync } from 'node:child_process';
import { findSlapd } from '../test/slapd.ts';

// Installs OpenLDAP's server for the tests that sign in at a directory, if we may. Without it they are
// skipped, and say so.

const mayInstall = process.getuid?.() === 0 && process.platform === 'linux';

if (findSlapd() === null && mayInstall) {
  const command = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends slapd';
  console.log(command);
  // As on a machine that is being built: the service that the package brings is not started.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync(command, { shell: true, stdio: 'inherit', env });
}
console.log(findSlapd() === null ? 'slapd: absent, directories are not tried' : 'slapd: present');
