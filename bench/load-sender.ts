import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';

/** A path and, if not all of it is wanted, the range. */
export type LoadRequest = { path: string; range?: string };
export type LoadAsked = {
  url: string;
  headers: Record<string, string>;
  requests: readonly LoadRequest[];
  seconds: number;
};
export type Loaded = { requests: number; p99Ms: number };

const connections = 32;

// Sends the requests by turns for some seconds, and prints how many and how slow the slowest hundredth was.

const asked = (await json(process.stdin)) as LoadAsked; // bench/load.ts
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const endMs = performance.now() + asked.seconds * 1000;
const timesMs: number[] = [];
let next = 0;
await Promise.all(Array.from({ length: connections }, sendInTurn));
agent.destroy();
timesMs.sort((a, b) => a - b);
const p99Ms = timesMs[Math.floor(timesMs.length * 0.99)] ?? Infinity;
console.log(JSON.stringify({ requests: timesMs.length, p99Ms } satisfies Loaded));

async function sendInTurn(): Promise<void> {
  while (performance.now() < endMs) {
    const one = asked.requests[next++ % asked.requests.length];
    if (one === undefined) throw new Error('There is nothing to send.');
    const fromMs = performance.now();
    await send(one);
    timesMs.push(performance.now() - fromMs);
  }
}

function send({ path, range }: LoadRequest): Promise<void> {
  const headers = { ...asked.headers, ...(range === undefined ? {} : { range }) };
  return new Promise((resolve, reject) => {
    const sent = request(`${asked.url}${path}`, { agent, headers }, (answer) => {
      const expected = range === undefined ? 200 : 206;
      // A refusal is quick to send: counted as an answer, it would make the server look fast.
      if (answer.statusCode !== expected) reject(new Error(`${path}: ${answer.statusCode}`));
      answer.resume().on('end', resolve).on('error', reject);
    });
    sent.on('error', reject).end();
  });
}
