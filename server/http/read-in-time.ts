import { setTimeout } from 'node:timers/promises';

const limitMs = 2000;

/**
 * The value, or the other one if it cannot be read in time: a database that hangs must not hold up a scrape, since
 * Prometheus takes a node that answers too late for one that is down.
 */
export async function readInTime<T, O>(read: () => Promise<T>, otherwise: O): Promise<T | O> {
  const limit = new AbortController();
  const late = setTimeout(limitMs, otherwise, { signal: limit.signal, ref: false });
  late.catch(() => {}); // it was read
  try {
    return await Promise.race([read(), late]);
  } catch {
    return otherwise;
  } finally {
    limit.abort();
  }
}
