import { spawnSync } from 'node:child_process';

// Installs Poppler, with whose pages the browser tests compare ours, if we may. Without Poppler,
// that one test is skipped.

const present = () => spawnSync('pdftoppm', ['-v']).status === 0;
const mayInstall = process.getuid?.() === 0 && process.platform === 'linux';

if (!present() && mayInstall) {
  const command = 'apt-get update -qq && apt-get install -y -qq poppler-utils';
  console.log(command);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, { shell: true, stdio: 'inherit', env });
}
console.log(present() ? 'Poppler: present' : 'Poppler: absent, pictures are not compared');
