import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { carryLibatomic } from './node/carry-libatomic.js';

// Runs before `npm test`, `npm run demo` and the like, so that nothing needs to come before them: installs the packages
// of the lockfile where some are missing or older, and sees to it that the Node among them starts. npm looks up `node`
// among the packages first; where that one does not start, package.json has npm's own Node run this file. JavaScript
// that Node 18 reads, which is told here that it is too old.

const fault = tooOld() ?? readyNode() ?? install();
if (fault !== undefined) {
  console.error(fault);
  process.exitCode = 1;
}

/** An older Node leaves out native parts of packages, which ask for this one. */
function tooOld() {
  const { node } = readJson('package.json').engines;
  const here = process.versions.node.split('.').map(Number);
  const fits = node.split(' || ').some((range) => {
    const from = range.match(/\d+/g).map(Number);
    const at = from.findIndex((part, i) => part !== here[i]);
    return (at === -1 || here[at] > from[at]) && (range.startsWith('>=') || here[0] === from[0]);
  });
  if (fits) return undefined;
  return `This is Node ${process.versions.node}. Install Node ${node} with its npm, and try again.`;
}

function install() {
  if (missing().length === 0) return undefined;
  console.log('Installing the packages of package-lock.json (npm ci)…');
  const options = ['ci', '--prefer-offline', '--no-audit', '--loglevel=error'];
  const { status } = spawnSync('npm', options, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32', // there, npm is a script
  });
  if (status !== 0) return 'The packages could not be installed (npm ci).';
  const left = missing().map(([name]) => name);
  return left.length > 0 ? `npm ci did not install ${left.join(', ')}.` : readyNode();
}

function missing() {
  const installed = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json')).filter(([name, wanted]) => {
    if (name === '') return false; // the project itself
    const there = installed[name];
    return there === undefined ? isForHere(wanted) : there.version !== wanted.version;
  });
}

/** npm leaves out optional packages that are for other machines. */
function isForHere({ optional = false, os, cpu, libc }) {
  const names = (list, value) => [list].flat().includes(value);
  return (
    !optional || (names(os, process.platform) && names(cpu, process.arch) && !names(libc, 'musl'))
  );
}

/** Sees to it that `node` is ours and starts, and says what to do where that is beyond us. Windows lacks nothing. */
function readyNode() {
  if (process.platform === 'win32') return undefined;
  const own = Object.keys(readJson('package.json').optionalDependencies)
    .map((name) => path.resolve('node_modules', name, 'bin', 'node'))
    .find((file) => existsSync(file));
  if (own === undefined || realpathSync(process.execPath) === realpathSync(own)) return undefined;
  try {
    linkNode(own);
    if (process.platform === 'linux' && reasonOf(own) !== undefined) {
      carryLibatomic(own, process.arch);
      console.log("The project's Node now uses the project's libatomic.so.1.");
    }
  } catch (error) {
    console.error(String(error)); // files that this user may not change
  }
  const reason = reasonOf(own);
  return reason && `The project's Node does not start. ${reason} ${advice()}`;
}

/** Older versions of npm forget it, since there is such a link for each kind of machine. */
function linkNode(own) {
  const link = path.resolve('node_modules/.bin/node');
  if (existsSync(link)) return;
  mkdirSync(path.dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(path.relative(path.dirname(link), own), link);
}

function reasonOf(program) {
  const { status, stderr, error } = spawnSync(program, ['-e', '0'], { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim());
}

function advice() {
  if (process.platform !== 'linux') return '';
  if (process.report.getReport().header.glibcVersionRuntime === undefined)
    return 'It needs glibc, which this system lacks (Alpine has musl).';
  const commands = {
    'apt-get': 'apt-get install libatomic1 libstdc++6',
    dnf: 'dnf install libatomic libstdc++',
    microdnf: 'microdnf install libatomic libstdc++',
  };
  const tool = Object.keys(commands).find((name) => existsSync(`/usr/bin/${name}`));
  return tool ? `Run as root: ${commands[tool]}` : '';
}

function packagesIn(file) {
  try {
    return readJson(file).packages;
  } catch {
    return {}; // nothing was installed yet
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
