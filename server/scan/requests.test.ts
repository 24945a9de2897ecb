import { expect, onTestFinished, test } from 'vitest';
import { startLibrary } from '../../test/harness.ts';
import { askForScan, ScanRequests } from './requests.ts';

test('the process that scans learns once that another node has asked', async () => {
  const { db } = await startLibrary(onTestFinished);
  await askForScan(db);
  const requests = new ScanRequests(db);
  expect(await requests.areThere()).toBe(false); // it scans at its start anyway
  expect(await requests.areThere()).toBe(false);
  await askForScan(db);
  await askForScan(db);
  expect(await requests.areThere()).toBe(true);
  expect(await requests.areThere()).toBe(false);
});
