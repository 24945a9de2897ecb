import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageAddress } from './page-address.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first page turned to is written at once, then the last one every 100 ms', () => {
  const written: number[] = [];
  const address = new PageAddress((page) => written.push(page));
  for (const page of [2, 3, 4]) address.set(page);
  expect(written).toEqual([2]);
  vi.advanceTimersByTime(100);
  expect(written).toEqual([2, 4]);
  address.set(5);
  address.flush(); // the window goes
  expect(written).toEqual([2, 4, 5]);
  vi.advanceTimersByTime(1000);
  address.set(6);
  expect(written).toEqual([2, 4, 5, 6]);
});

test('a page that waits is not written once another document is searched for', () => {
  const written: number[] = [];
  const address = new PageAddress((page) => written.push(page));
  address.set(2);
  address.set(3);
  address.cancel();
  vi.advanceTimersByTime(1000);
  expect(written).toEqual([2]);
});

test('a change that the browser refuses is made a second later', () => {
  const written: number[] = [];
  let refuses = true;
  const address = new PageAddress((page) => {
    if (refuses) throw new Error('The operation is insecure.');
    written.push(page);
  });
  address.set(2);
  address.set(3);
  refuses = false;
  vi.advanceTimersByTime(1000);
  expect(written).toEqual([3]);
});
