import type { ScrapedMetrics } from '../http/scraped.ts';
import { jobNames } from '../jobs/table.ts';
import type { Workers, WorkerStatus } from '../jobs/workers.ts';

const seconds = (at: string | null) => (at === null ? Number.NaN : Date.parse(at) / 1000);

/** Of each worker of this server: running, waiting, last success, last fault. */
export function measureWorkers(
  metrics: ScrapedMetrics,
  workers: Workers,
  countWaiting: () => Promise<void>,
): void {
  const gauge = (
    name: string,
    help: string,
    valueOf: (status: WorkerStatus) => number,
    before: () => Promise<void> = async () => {},
  ) => {
    const values = () =>
      jobNames.map((worker) => [{ worker }, valueOf(workers.status(worker))] as const);
    // While the database is away, the last count stays.
    const read = () => before().then(values);
    metrics.gauges(`library_worker_${name}`, help, ['worker'], read, values);
  };
  gauge('running', 'Processes or jobs of a worker', ({ running }) => running);
  const waitingOf = ({ waiting }: WorkerStatus) => waiting ?? Number.NaN;
  gauge('waiting', 'Jobs that wait for a worker', waitingOf, countWaiting);
  gauge('last_success_timestamp_seconds', 'When a worker last succeeded', (status) =>
    seconds(status.last_success_at),
  );
  gauge('last_fault_timestamp_seconds', 'When a worker last failed', (status) =>
    seconds(status.last_fault_at),
  );
}
