import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TwoNodes, whyNotTwoNodes } from '../../deploy/two-nodes/two-nodes.ts';
import type { Library } from '../../server/changes/change.ts';
import { readConfig } from '../../server/config/config.ts';
import { openLibrary } from '../../server/library.ts';
import { Crowd, fillForCrowd, megabytePdf } from '../drill/crowd.ts';
import { signInAt } from '../drill/server-process.ts';
import { entryOf } from '../harness.ts';
import { times } from '../times.ts';

// Two real nodes on a real PostgreSQL behind a real nginx.

const librarians = 5;
/** How many requests are answered before the next fault. */
const requests = times({ short: 400, full: 1000 });
const whyNot = whyNotTwoNodes();
const isSkipped = whyNot !== null && process.env['NOTHING_SKIPPED'] === undefined;

describe.skipIf(isSkipped)('on two nodes', () => {
  const undos: (() => Promise<void>)[] = [];
  const cleanUp = (undo: () => Promise<void>) => void undos.push(undo);
  let nodes: TwoNodes;
  let library: Library; // as the command line opens it

  beforeAll(async () => {
    if (whyNot !== null) throw new Error(whyNot);
    nodes = await TwoNodes.start(cleanUp, fillForCrowd);
    library = await openLibrary(readConfig(nodes.settings));
    cleanUp(() => library.db.destroy());
    for (let at = 0; at < 5; at++) await untilFound(`N-${at}_EN_1.pdf`);
  });
  afterAll(async () => {
    for (const undo of undos.toReversed()) await undo();
  });

  /** Signs in at the balancer, which may have lost the first attempt with a node that was killed. */
  async function signedIn(): Promise<string> {
    const first = await signInAt(nodes.url, 'librarian').catch(() => null);
    return first ?? signInAt(nodes.url, 'librarian');
  }

  async function untilFound(name: string): Promise<void> {
    const cookie = await signedIn();
    const head = () =>
      fetch(`${nodes.url}/document/egd-lib/${name}`, { method: 'HEAD', headers: { cookie } });
    while ((await head()).status !== 200) await pause(100); // the test's own limit ends it
  }

  test('what one node saved, the next request to the other has', async () => {
    const cookie = await nodes.node(0).signIn('librarian');
    for (let at = 0; at < 20; at++) {
      const [writer, reader] = [nodes.node(at % 2), nodes.node((at + 1) % 2)];
      const doc_num = `FRESH-${at}`;
      const entry = entryOf({ customer: 'Customer 0', doc_num });
      const saved = await fetch(`${writer.url}/vue-egd-lib/api/manage/documents/save`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ rows: [{ id: null, version: null, ...entry }] }),
      });
      expect(saved.status).toBe(200);
      const list = await fetch(`${reader.url}/vue-egd-lib/api/documents?customer=Customer%200`, {
        headers: { cookie },
      });
      const { data } = (await list.json()) as { data: { doc_num: string }[] };
      expect(data.map((row) => row.doc_num)).toContain(doc_num);
    }
  });

  test('a role that is taken away ends the next request on both, and a sign-out, too', async () => {
    await library.db.deleteFrom('login_attempts').execute();
    const cookies = [await nodes.node(0).signIn('leaver'), await nodes.node(1).signIn('leaver')];
    const statuses = (cookie = '') =>
      Promise.all(
        [0, 1].map(async (which) => {
          const url = `${nodes.node(which).url}/vue-egd-lib/api/customers`;
          return (await fetch(url, { headers: { cookie } })).status;
        }),
      );
    expect(await statuses(cookies[0])).toEqual([200, 200]);
    await fetch(`${nodes.node(1).url}/auth/logoutWithoutRedirect`, {
      headers: { cookie: cookies[0] ?? '', 'x-egd-library': '1' },
    });
    expect(await statuses(cookies[0])).toEqual([401, 401]);
    expect(await statuses(cookies[1])).toEqual([200, 200]);
    const { id } = await library.db
      .selectFrom('users')
      .select('id')
      .where('name', '=', 'leaver')
      .executeTakeFirstOrThrow();
    await library.db.deleteFrom('user_roles').where('user_id', '=', id).execute();
    expect(await statuses(cookies[1])).toEqual([403, 403]);
  });

  test('nodes that are restarted cost nothing, one that is killed what it had in hand', async () => {
    const crowd = await Crowd.start(nodes, { readers: 100, librarians });
    await crowd.untilAnswered(2 * requests);
    for (const which of [0, 1]) {
      await nodes.stopNode(which);
      await nodes.startNode(which);
      await nodes.untilBalanced(which); // or the balancer would have none to ask next
      await crowd.untilAnswered(requests);
    }
    expect(crowd.failed).toEqual([]);
    await nodes.killNode(0);
    await crowd.untilAnswered(2 * requests);
    await nodes.startNode(0);
    await nodes.untilBalanced(0);
    await crowd.untilAnswered(requests);
    await crowd.end();

    // The balancer asks the other node for what it may ask twice. A change it may not, when it had
    // sent it: on a busy machine also over connections that it did not know yet to be closed, until it
    // has passed over the node for three of them.
    expect(crowd.failed.filter(({ what }) => !what.startsWith('POST'))).toEqual([]);
    expect(crowd.failed.length).toBeLessThanOrEqual(librarians * 3);
    const rows = await library.db.selectFrom('documents').select('doc_num').execute();
    const there = new Set(rows.map((row) => row.doc_num));
    expect(crowd.saved.length).toBeGreaterThan(50);
    expect(crowd.saved.filter((number) => !there.has(number))).toEqual([]);
  });

  test('a scan that is asked of the node that does not scan is made by the other', async () => {
    const cookie = await signedIn();
    const { asked } = await scanState();
    // One of them has just been started, and nobody may have the right to scan yet.
    for (; (await scanState()).asked === asked; await pause(500)) {
      for (const which of [0, 1]) {
        const call = { method: 'POST', headers: { cookie } };
        const answer = await fetch(`${nodes.node(which).url}/vue-egd-lib/api/manage/scan`, call);
        expect(answer.status).toBe(200);
      }
    }
  });

  test('when the machine that scans is lost, the other node scans within 30 seconds', async () => {
    await nodes.stopNode(1);
    await untilFileArrives('N-10_EN_1.pdf'); // so it is the first that scans
    await nodes.startNode(1);
    await nodes.untilBalanced(1); // which the balancer has passed over until now
    const { holder, held_until_ms } = await scanState();
    await nodes.loseNode(0);
    const lostAtMs = await databaseTime();
    while ((await scanState()).holder === holder) await pause(100);
    expect((await databaseTime()) - lostAtMs).toBeLessThanOrEqual(30_000);
    expect(held_until_ms - lostAtMs).toBeLessThanOrEqual(30_000);
    await untilFileArrives('N-11_EN_1.pdf');
    await nodes.startNode(0);
  });

  const scanState = () =>
    library.db
      .selectFrom('scan_state')
      .select(['holder', 'held_until_ms', 'asked'])
      .executeTakeFirstOrThrow();

  async function databaseTime(): Promise<number> {
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(library.db);
    return rows[0]?.ms ?? 0;
  }

  async function untilFileArrives(name: string): Promise<void> {
    await writeFile(path.join(nodes.shareDir, name), megabytePdf);
    await untilFound(name);
  }
});
