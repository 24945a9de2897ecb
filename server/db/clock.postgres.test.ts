import { expect, onTestFinished, test, vi } from 'vitest';
import { startLibrary } from '../../test/harness.ts';
import { countAttempt } from '../auth/throttle.ts';
import { Lease } from '../scan/lease.ts';
import { sharedTime } from './clock.ts';

const hourMs = 3_600_000;

/** Runs `work` as on a machine whose clock is wrong. */
async function withClock<T>(aheadMs: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

test('nodes whose clocks differ by hours agree on who scans, by the database’s clock', async () => {
  const { db } = await startLibrary(onTestFinished);
  const [ahead, behind] = [new Lease(db, 'ahead'), new Lease(db, 'behind')];
  await withClock(hourMs, () => ahead.renew());
  await withClock(-hourMs, () => behind.renew());
  expect([ahead.isHeld, behind.isHeld]).toEqual([true, false]);
  const state = await db.selectFrom('scan_state').select('held_until_ms').executeTakeFirstOrThrow();
  const leftMs = state.held_until_ms - (await sharedTime(db, Date.now));
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs).toBeLessThanOrEqual(30_000);
});

test('every node counts attempts to sign in by the database’s clock', async () => {
  const { db } = await startLibrary(onTestFinished);
  const attempt = { username: 'anna', address: '10.0.0.1', deviceId: null };
  const tryOn = (aheadMs: number) =>
    withClock(aheadMs, async () => countAttempt(db, attempt, await sharedTime(db, Date.now)));
  for (let time = 0; time < 5; time++) for (const ahead of [hourMs, -hourMs]) await tryOn(ahead);
  for (const ahead of [hourMs, -hourMs]) {
    await expect(tryOn(ahead)).rejects.toMatchObject({ code: 'too_many_attempts' });
  }
});
