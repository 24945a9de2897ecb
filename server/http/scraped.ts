import { setTimeout } from 'node:timers/promises';
import { Counter, Gauge, type Registry } from '@prometheus-io/client';

type Values = (readonly [labels: Record<string, string>, value: number])[];
type Read = () => Values | Promise<Values>;

const limitMs = 2000;

/** Metrics that are read at each scrape. One that cannot be read is `otherwise`; the others are still served. */
export class ScrapedMetrics {
  readonly #metrics: Registry;

  constructor(metrics: Registry) {
    this.#metrics = metrics;
  }

  gauge(
    name: string,
    help: string,
    read: () => number | Promise<number>,
    otherwise = Number.NaN,
  ): void {
    this.gauges(
      name,
      help,
      [],
      async () => [[{}, await read()]],
      () => [[{}, otherwise]],
    );
  }

  gauges(name: string, help: string, labelNames: string[], read: Read, otherwise = noValues): void {
    const collect = async () => {
      const values = (await readInTime(read)) ?? otherwise();
      gauge.reset();
      for (const [labels, value] of values) gauge.set(labels, value);
    };
    const registers = [this.#metrics];
    const gauge = new Gauge<string>({ name, help, labelNames, registers, collect });
  }

  /** Of what is counted elsewhere. */
  counters(name: string, help: string, labelNames: string[], read: () => Values): void {
    const collect = () => {
      counter.reset();
      for (const [labels, value] of read()) counter.inc(labels, value);
    };
    const registers = [this.#metrics];
    const counter = new Counter<string>({ name, help, labelNames, registers, collect });
  }
}

const noValues = (): Values => [];

/**
 * Null if it cannot be read in time: a database that hangs must not hold up a scrape, since Prometheus takes a node
 * that answers too late for one that is down.
 */
async function readInTime(read: Read): Promise<Values | null> {
  const limit = new AbortController();
  const late = setTimeout(limitMs, null, { signal: limit.signal, ref: false });
  late.catch(() => {}); // it was read
  try {
    return await Promise.race([read(), late]);
  } catch {
    return null;
  } finally {
    limit.abort();
  }
}
