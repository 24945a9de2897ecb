import { spawnSync } from 'node:child_process';
import { findPgBouncer } from '../test/postgres/pgbouncer.ts';
import { findPostgres } from '../test/postgres/server.ts';
import { hasGroff } from '../test/print-pdfs.ts';
import { hasPromtool } from '../test/promtool.ts';
import { findSlapd } from '../test/slapd.ts';
import { firefox, olderFirefox, webkit } from './browsers/other-browsers.ts';
import { unpackOlderFirefox } from './browsers/unpack-older-firefox.ts';
import { chromium, headlessShell } from './chromium.ts';

// Installs the programs that tests need and this machine lacks, all at once, where we are root on Debian.
// Without one of them its tests are skipped; where NOTHING_SKIPPED is set, as in CI, they fail.

type Program = { name: string; packages: string[]; isPresent: () => boolean };

const runs = (command: string, option: string) => () => spawnSync(command, [option]).status === 0;

const programs: Program[] = [
  { name: 'slapd', packages: ['slapd'], isPresent: () => findSlapd() !== null },
  {
    name: 'Tesseract',
    packages: ['tesseract-ocr', 'tesseract-ocr-deu'],
    isPresent: runs('tesseract', '--version'),
  },
  {
    name: 'systemd-analyze',
    packages: ['systemd'],
    isPresent: runs('systemd-analyze', '--version'),
  },
  // With postgresql-common alone no cluster is made; that is switched off before the server comes.
  { name: 'PostgreSQL', packages: ['postgresql-common'], isPresent: () => findPostgres() !== null },
  { name: 'PgBouncer', packages: ['pgbouncer'], isPresent: () => findPgBouncer() !== null },
  { name: 'promtool', packages: ['prometheus'], isPresent: () => hasPromtool },
  { name: 'nginx', packages: ['nginx-light'], isPresent: runs('nginx', '-v') },
  {
    name: 'Poppler',
    packages: ['poppler-utils', 'poppler-data'],
    isPresent: runs('pdftoppm', '-v'),
  },
  { name: 'MuPDF', packages: ['mupdf-tools'], isPresent: runs('mutool', '-v') },
  { name: 'qpdf', packages: ['qpdf'], isPresent: runs('qpdf', '--version') },
  { name: 'debootstrap', packages: ['debootstrap'], isPresent: runs('debootstrap', '--version') },
  { name: 'readelf', packages: ['binutils'], isPresent: runs('readelf', '--version') },
  // Debian's base system has groff without the part that writes PDFs.
  { name: 'groff', packages: ['groff'], isPresent: hasGroff },
  {
    name: 'Chromium',
    packages: ['chromium', 'fonts-liberation'],
    isPresent: () => chromium().executablePath !== undefined,
  },
  {
    name: 'headless Chromium',
    packages: ['chromium-headless-shell'],
    isPresent: () => headlessShell !== undefined,
  },
  { name: 'Firefox', packages: ['firefox-esr'], isPresent: () => firefox() !== null },
  {
    name: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
    isPresent: () => webkit() !== null,
  },
];

const mayInstall = process.getuid?.() === 0 && process.platform === 'linux';
const absent = programs.filter(({ isPresent }) => !isPresent());

if (mayInstall && absent.length > 0) install(absent);
if (mayInstall && olderFirefox() === null) {
  try {
    unpackOlderFirefox();
  } catch (error) {
    console.log(`No older Firefox: ${String(error)}`);
  }
}
if (chromium().executablePath === undefined) run('playwright install chromium');
for (const { name, isPresent } of programs) {
  console.log(`${name}: ${isPresent() ? 'present' : 'absent, what needs it is not tested'}`);
}
console.log(`Older Firefox: ${olderFirefox() ?? 'absent, nothing is tested in it'}`);

function install(missing: readonly Program[]): void {
  const apt = 'apt-get install -y -qq --no-install-recommends';
  const packages = missing.map((program) => program.packages.join(' '));
  run('apt-get update -qq');
  // A program that this release of Debian lacks must not stop the others.
  if (!run(`${apt} ${packages.join(' ')}`)) for (const one of packages) run(`${apt} ${one}`);
  if (!missing.some(({ name }) => name === 'PostgreSQL')) return;
  const settings = '/etc/postgresql-common/createcluster.conf';
  run(`sed -i 's/^#\\?create_main_cluster.*/create_main_cluster = false/' ${settings}`);
  run(`${apt} postgresql`);
}

function run(command: string): boolean {
  console.log(command);
  // Services of the packages are not started.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  return spawnSync(command, { shell: true, stdio: 'inherit', env }).status === 0;
}
