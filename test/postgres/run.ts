import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { memoryFolder } from '../memory-folder.ts';
import { findPostgres, TemporaryPostgres } from './server.ts';

// `npm run test:postgres`: the unit tests on a real PostgreSQL. Further words go to Vitest, such as the
// name of a file.

process.env['TMPDIR'] ??= memoryFolder();

async function runTests(): Promise<number> {
  const undo: (() => Promise<void>)[] = [];
  try {
    // Nothing in it need outlive the machine; with fsync a new database takes ten times as long.
    const server = await TemporaryPostgres.start((one) => undo.push(one), {
      fsync: 'off',
      jit: 'off',
    });
    const vitest = spawn('vitest', ['run', '--project', 'postgres', ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: server.url() },
    });
    const [code] = (await once(vitest, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    for (const one of undo.toReversed()) await one();
  }
}

if (findPostgres() !== null) process.exitCode = await runTests();
else {
  // Where nothing may be skipped, as in CI, that is a failure.
  const isFailure = process.env['NOTHING_SKIPPED'] !== undefined;
  console.error(
    `${isFailure ? 'FAILED' : 'SKIPPED'}: PostgreSQL is not installed, so no test ran on it.`,
  );
  process.exitCode = isFailure ? 1 : 0;
}
