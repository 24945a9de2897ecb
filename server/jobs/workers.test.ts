import { expect, onTestFinished, test } from 'vitest';
import { workerFindings } from '../../cli/doctor-workers.ts';
import { startLibrary } from '../../test/harness.ts';
import { keepWorkerStates } from './worker-states.ts';

test('metrics and the doctor say of each worker: running, waiting, last success, last fault', async () => {
  const { app, db, write, scanNames } = await startLibrary(onTestFinished, { entries: [{}] });
  await write('AM-1_EN_1.pdf', '%PDF-1.7');
  await scanNames();
  const { workers } = app;
  await workers.count('import', async () => {});
  const failing = workers.count('export', () =>
    Promise.reject(new Error('no space left\nat once')),
  );
  await expect(failing).rejects.toThrow('no space left');
  const { body } = await app.inject({ url: '/metrics' });
  const value = (name: string, worker: string) =>
    Number(
      new RegExp(`^library_worker_${name}\\{worker="${worker}"\\} (.*)$`, 'm').exec(body)?.[1],
    );
  expect(value('running', 'import')).toBe(0);
  expect(value('waiting', 'reading')).toBe(1);
  expect(value('waiting', 'import')).toBeNaN();
  expect(value('last_success_timestamp_seconds', 'import')).toBeCloseTo(Date.now() / 1000, -2);
  expect(value('last_fault_timestamp_seconds', 'import')).toBeNaN();
  expect(value('last_fault_timestamp_seconds', 'export')).toBeCloseTo(Date.now() / 1000, -2);

  const nowMs = Date.now();
  expect(await Array.fromAsync(workerFindings(db, nowMs))).toEqual([
    { state: 'note', text: 'no server is running, so there is no background work' },
  ]);
  await keepWorkerStates(db, workers, nowMs);
  await keepWorkerStates(db, workers, nowMs);
  const found = await Array.fromAsync(workerFindings(db, nowMs));
  expect(found).toHaveLength(16);
  const of = (worker: string) => found.find(({ text }) => text.startsWith(`worker ${worker} `));
  const day = /\d{4}-\d{2}-\d{2}T\S+Z/g;
  const words = (worker: string) =>
    of(worker)
      ?.text.replaceAll(day, 'TIME')
      .replace(/ on \S+:/, ':');
  expect(words('reading')).toBe(
    'worker reading: 0 running, 1 waiting, last success never, no fault',
  );
  expect(words('export')).toBe(
    'worker export: 0 running, last success never, last fault TIME: no space left',
  );
  expect([of('import')?.state, of('export')?.state]).toEqual(['ok', 'note']);
});
