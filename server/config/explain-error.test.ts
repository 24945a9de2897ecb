import { mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/harness.ts';
import { explainError } from './explain-error.ts';
import { userName } from './owner.ts';

function faultOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return explainError(error);
  }
  return '';
}

test('what the system refuses is said in words, without its codes', async () => {
  const folder = await temporaryFolder(onTestFinished);
  const at = (...names: string[]) => path.join(folder, ...names);
  expect(faultOf(() => readFileSync(at('list.csv')))).toBe(`${at('list.csv')} not found.`);
  expect(faultOf(() => openSync(at('no', 'out.csv.123.tmp'), 'w'))).toBe(
    `Folder ${at('no')} not found.`,
  );
  expect(faultOf(() => readdirSync(at('no')))).toBe(`${at('no')} not found.`);
  expect(faultOf(() => mkdirSync(folder))).toBe(`${folder} already exists.`);
  expect(faultOf(() => readFileSync('/dev/null/x'))).toBe('/dev/null/x does not lie in a folder.');
  const denied = (syscall: string) =>
    Object.assign(new Error(`EACCES: permission denied, ${syscall}`), {
      code: 'EACCES',
      syscall,
      path: '/backups/new',
    });
  expect(explainError(denied('mkdir'))).toBe(`The user ${userName()} may not write to /backups.`);
  expect(explainError(denied('open'))).toBe(`The user ${userName()} may not open /backups/new.`);
});

test('a port that is taken is named', async () => {
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  onTestFinished(() => void first.close());
  const address = first.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const second = createServer().listen(port, '127.0.0.1');
  const [error] = (await once(second, 'error')) as [Error];
  expect(explainError(error)).toBe(
    `Another program uses 127.0.0.1:${port}. Stop it if it is the library, or set another PORT.`,
  );
});
