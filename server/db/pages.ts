import { setImmediate } from 'node:timers/promises';

type Limited<Row> = { limit: (rows: number) => { execute: () => Promise<Row[]> } };

/**
 * The rows of a query in pages, each after the last row of the page before. `query` orders by the columns of `first`, which
 * is before all rows. Between pages others get their turn at the event loop.
 */
export async function* inPages<Key, Row extends Key>(
  size: number,
  first: Key,
  query: (after: Key) => Limited<Row>,
): AsyncGenerator<Row[]> {
  for (let after = first; ;) {
    const rows = await query(after).limit(size).execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < size) return;
    after = last;
    await setImmediate();
  }
}
