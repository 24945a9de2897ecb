import { Gauge, type Registry } from '@prometheus-io/client';
import { jobNames } from '../jobs/table.ts';
import { readInTime } from '../http/read-in-time.ts';
import type { Workers, WorkerStatus } from '../jobs/workers.ts';

const seconds = (at: string | null) => (at === null ? Number.NaN : Date.parse(at) / 1000);

/** Of each worker of this server: running, waiting, last success, last fault. */
export function measureWorkers(
  metrics: Registry,
  workers: Workers,
  countWaiting: () => Promise<void>,
): void {
  gauge('running', 'Processes or jobs of a worker', ({ running }) => running);
  gauge(
    'waiting',
    'Jobs that wait for a worker',
    ({ waiting }) => waiting ?? Number.NaN,
    countWaiting,
  );
  gauge('last_success_timestamp_seconds', 'When a worker last succeeded', (status) =>
    seconds(status.last_success_at),
  );
  gauge('last_fault_timestamp_seconds', 'When a worker last failed', (status) =>
    seconds(status.last_fault_at),
  );

  function gauge(
    name: string,
    help: string,
    valueOf: (status: WorkerStatus) => number,
    before: () => Promise<void> = async () => {},
  ): void {
    const made: Gauge<string> = new Gauge<string>({
      name: `library_worker_${name}`,
      help,
      labelNames: ['worker'],
      registers: [],
      async collect() {
        await readInTime(before, undefined); // the database is away: keep the last count
        for (const worker of jobNames) made.set({ worker }, valueOf(workers.status(worker)));
      },
    });
    metrics.registerMetric(made);
  }
}
