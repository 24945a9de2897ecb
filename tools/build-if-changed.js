import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// Runs before `npm start` and `npm run demo`: builds the web application if what it is made of is not what the last
// build was made of. JavaScript that Node 20 understands: the shell may have found that Node before ours was installed.

const stamp = 'dist/.built-from'; // any other build removes it
const sources = ['web', 'contract', 'tools/browsers', 'vite.config.ts', 'package-lock.json'];

const made = hashOf(sources);
if (!existsSync('dist/index.html') || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== made) {
  console.log('Building the web application…');
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '--', '--logLevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32', // there, npm is a script
  });
  if (status === 0) writeFileSync(stamp, made);
  process.exitCode = status ?? 1;
}

function hashOf(places) {
  const hash = createHash('sha256');
  for (const file of places.flatMap(filesIn)) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesIn(path.join(place, name)));
}
