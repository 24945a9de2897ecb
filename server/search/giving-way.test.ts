import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const times = 20;

// Each time works for longer than the core may be held. Prints how often the thread let go of it by itself.
const script = `
  const { readFileSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  const letGo = () => {
    const status = readFileSync('/proc/thread-self/status', 'utf8');
    return Number(/^voluntary_ctxt_switches:\\s*(\\d+)/m.exec(status)[1]);
  };
  const work = (after) => {
    const before = letGo();
    for (let time = 0; time < ${times}; time++) {
      for (const from = performance.now(); performance.now() - from < 2;);
      after();
    }
    return letGo() - before;
  };
  import(workerData).then(({ giveWay }) => {
    parentPort.postMessage({ alone: work(() => {}), givingWay: work(giveWay) });
  });
`;

test('a thread that works for long lets go of its core in between', async () => {
  const workerData = new URL('giving-way.ts', import.meta.url).href;
  const [switches] = await once(new Worker(script, { eval: true, workerData }), 'message');
  expect(switches.alone).toBeLessThan(times);
  expect(switches.givingWay).toBeGreaterThanOrEqual(times);
});
