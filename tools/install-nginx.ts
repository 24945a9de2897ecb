import { spawnSync } from 'node:child_process';

// Installs nginx, behind which the tests put two nodes, if we may. Without it, those tests are skipped.

const present = () => spawnSync('nginx', ['-v']).status === 0;
const mayInstall = process.getuid?.() === 0 && process.platform === 'linux';

if (!present() && mayInstall) {
  const command =
    'apt-get update -qq && apt-get install -y -qq --no-install-recommends nginx-light';
  console.log(command);
  // As on a machine that is being built: the service that the package brings is not started.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync(command, { shell: true, stdio: 'inherit', env });
}
console.log(present() ? 'nginx: present' : 'nginx: absent, two nodes are not tried');
