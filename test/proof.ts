import { spawn } from 'node:child_process';
import { once } from 'node:events';

// `npm run proof`: a fresh clone and a release on bare Debian 12 and 13, with several versions of Node and npm. By
// root, with debootstrap.

const words = ['run', '--project', 'slow', 'test/slow/fresh-clone.test.ts'];
const env = { ...process.env, PROOF: 'all', NOTHING_SKIPPED: '1' };
const [status] = (await once(spawn('vitest', words, { stdio: 'inherit', env }), 'exit')) as [
  number,
];
process.exitCode = status;
