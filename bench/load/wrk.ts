import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { cpuSecondsOf, loadCore, machineCpuSeconds, ownCpuSeconds, startOn } from '../children.ts';

export type Served = {
  pid: number;
  /** Processes that answer together with it. */
  besides?: readonly number[];
  url: string;
  headers: Record<string, string>;
};

/** A path and, if not all of it is wanted, the range. */
export type LoadRequest = { path: string; range?: string };

export type Load = {
  perSecond: number;
  mbPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Share of its core that the server used; when it is well below 1, the server had to wait. */
  busy: number;
  perCpuSecond: number;
  /** Cores that other programs used meanwhile; above a tenth they spoil the numbers. */
  others: number;
};

const connections = 64;

/** Sends the requests in turn, from the other core, for some seconds. */
export async function load(
  dir: string,
  server: Served,
  requests: readonly LoadRequest[],
  seconds: number,
): Promise<Load> {
  const list = path.join(dir, 'requests.txt');
  await writeFile(list, requests.map(({ path, range = '' }) => `${path} ${range}\n`).join(''));
  const headers = Object.entries(server.headers).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ]);
  const script = path.join(import.meta.dirname, 'requests.lua');
  const limits = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s'];
  const used = () =>
    [server.pid, ...(server.besides ?? [])].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  const othersUsed = () => machineCpuSeconds() - ownCpuSeconds() - used();
  const before = { cpuSeconds: used(), others: othersUsed() };
  const wrk = startOn(
    loadCore,
    ['wrk', ...limits, ...headers, '-s', script, server.url, '--', list],
    { stdio: ['ignore', 'pipe', 2] },
  );
  if (wrk.stdout === null) throw new Error('wrk has no output.');
  const ended = once(wrk, 'exit');
  const output = await text(wrk.stdout);
  await ended;
  const counted = resultIn(output);
  const cpuSeconds = used() - before.cpuSeconds;
  return {
    perSecond: counted.requests / counted.seconds,
    mbPerSecond: counted.bytes / counted.seconds / 1e6,
    p50Ms: counted.p50Ms,
    p99Ms: counted.p99Ms,
    busy: cpuSeconds / counted.seconds,
    perCpuSecond: counted.requests / cpuSeconds,
    others: Math.max(0, othersUsed() - before.others) / counted.seconds,
  };
}

type Counted = Record<'requests' | 'seconds' | 'bytes' | 'failed' | 'p50Ms' | 'p99Ms', number>;

function resultIn(output: string): Counted {
  const line = /^RESULT (.*)$/m.exec(output)?.[1];
  if (line === undefined) throw new Error(`wrk did not finish:\n${output}`);
  const counted = JSON.parse(line) as Counted; // written by requests.lua
  // A refusal is quick to send: counted as an answer, it would make the server look fast.
  if (counted.failed > 0) throw new Error(`${counted.failed} requests failed:\n${output}`);
  return counted;
}
