import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startManaging } from '../../test/harness.ts';

test('a statement that waits in the database shows the id of its request', async () => {
  const env = { TRUST_PROXY: '127.0.0.1' };
  const { db, cookie, listen } = await startManaging(onTestFinished, { env });
  const url = await listen();

  /** The statements that wait for a lock. */
  async function waiting(): Promise<string[]> {
    for (;;) {
      const { rows } = await sql<{ query: string }>`
        select query from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
      if (rows.length > 0) return rows.map(({ query }) => query);
      await pause(20);
    }
  }

  for (const [id, path, init] of [
    ['f3b1c2d4-read', '/vue-egd-lib/api/customers', {}],
    [
      'f3b1c2d4-save',
      '/vue-egd-lib/api/manage/customers/save',
      {
        method: 'POST',
        body: JSON.stringify({ rows: [{ id: null, version: null, customer: 'Borealis Rail' }] }),
      },
    ],
  ] as const) {
    const headers = {
      cookie,
      'content-type': 'application/json',
      'x-request-id': id,
    };
    const answer = await db.transaction().execute(async (tx) => {
      await sql`lock table customers in access exclusive mode`.execute(tx);
      const asked = fetch(`${url}${path}`, { ...init, headers });
      expect(await waiting()).toEqual([expect.stringMatching(`^/\\* ${id} \\*/ [a-z]+ `)]);
      return { asked };
    });
    expect((await answer.asked).status).toBe(200);
  }
});
