import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

/** What may start a timer, a process or a thread besides the jobs of the table, and why. */
const exceptions: Record<string, string> = {
  'cli/scan.ts': 'renews the lease of its one scan',
  'server/config/build.ts': 'asks git for the commit, once',
  'server/http/bodies.ts': 'the deadline of one request',
  'server/jobs/run-job.ts': 'signs of life of one job',
  'server/jobs/server-jobs.ts': 'the intervals of the table',
  'server/ocr/tesseract.ts': 'a page of the job "ocr"',
  'server/processes/child.ts': 'starts the processes of the table',
  'server/processes/confined.ts': 'a process that answers one question about hostile files',
  'server/search/index/answering-thread.ts': 'answers searches',
  'server/spreadsheet/read-child.ts': 'the limits of one process',
  'server/worker.ts': 'signs of life of the worker',
};

test('nothing but the table of jobs starts a timer, a process or a thread', () => {
  const starts =
    /(?<![.#\w])(?:setInterval|fork|spawn|spawnSync|execFile|execFileSync)\(|\bnew Worker\(/;
  const files = globSync('{server,cli,contract}/**/*.{ts,js}', { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => starts.test(readFileSync(path.join(root, file), 'utf8')));
  expect(files.toSorted()).toEqual(Object.keys(exceptions));
});
