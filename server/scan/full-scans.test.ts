import { expect, test } from 'vitest';
import { FullScans } from './scan-steps.ts';

const minute = 60_000;

test('scans are quick until the next full one is due, or one is wanted now', () => {
  const scans = new FullScans(10);
  expect(scans.next(false, 0)).toEqual({ quick: false }); // nothing is known of the folder
  expect(scans.next(false, minute)).toEqual({ quick: false }); // the first one failed
  scans.ended({ quick: false }, 2 * minute);
  expect(scans.next(false, 3 * minute)).toEqual({ quick: true });
  scans.ended({ quick: true }, 11 * minute); // a quick one does not put off the full one
  expect(scans.next(true, 11 * minute)).toEqual({ quick: false });
  expect(scans.next(false, 12 * minute - 1)).toEqual({ quick: true });
  expect(scans.next(false, 12 * minute)).toEqual({ quick: false });
});

test('without an interval every scan is full, and no times of folders are kept', () => {
  const scans = new FullScans(0);
  scans.ended(scans.next(false, 0), 0);
  expect(scans.next(false, 1)).toEqual({});
});
