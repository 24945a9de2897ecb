import { spawnSync } from 'node:child_process';

// Installs systemd-analyze, which judges the unit in deploy/, if we may. Nothing is started by it.

const present = () => spawnSync('systemd-analyze', ['--version']).status === 0;
const mayInstall = process.getuid?.() === 0 && process.platform === 'linux';

if (!present() && mayInstall) {
  const command = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends systemd';
  console.log(command);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync(command, { shell: true, stdio: 'inherit', env });
}
console.log(
  present() ? 'systemd-analyze: present' : 'systemd-analyze: absent, the unit is not judged',
);
