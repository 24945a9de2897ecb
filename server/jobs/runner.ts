import type { ChildProcess } from 'node:child_process';
import type { FastifyBaseLogger } from 'fastify';
import type { Library } from '../changes/change.ts';
import type { Config } from '../config/config.ts';
import { endOf, killChild } from '../processes/child.ts';
import { endJob, type Job, requireJob } from './jobs.ts';
import { CutOff } from './run-job.ts';
import type { JobName } from './table.ts';
import type { Workers } from './workers.ts';

/** What the process that does a job gets; `order` is what its handler knows. */
export type JobOrder<Order> = { config: Config; job: Job; order: Order };

type Deps = {
  config: Config;
  library: Library;
  log: FastifyBaseLogger;
  workers: Workers;
  /** Ends a job whose process was killed, as if it had never begun. */
  endCutShort: (library: Library, job: Job) => Promise<void>;
};

/** The table has one job for imports and their previews. */
function workerOf({ kind }: Job): JobName {
  return kind === 'preview' ? 'import' : kind;
}

/** Does the jobs of one server. */
export class JobRunner {
  readonly #deps: Deps;
  readonly #children = new Set<ChildProcess>();
  readonly #here = new Set<Promise<unknown>>();
  readonly #failed = new Set<string>();
  readonly #closing = new AbortController();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Does a job in a process of its own, to its end. */
  run(job: Job, order: unknown): Promise<void> {
    return this.#deps.workers.count(workerOf(job), () => this.#runApart(job, order));
  }

  /** Does a small job in the server itself; fails where the file or the database is at fault. */
  async runHere(job: Job, work: () => Promise<unknown>): Promise<void> {
    const running = this.#deps.workers.count(workerOf(job), work).catch((error: unknown) => {
      this.#failed.add(job.id);
      if (!(error instanceof CutOff)) throw error; // cancelled: the job says so
    });
    this.#here.add(running);
    await running.finally(() => this.#here.delete(running));
  }

  /** Ends jobs of ours that failed at a full disk, which could not even be recorded. */
  async endFailed(): Promise<void> {
    for (const id of this.#failed) {
      await endJob(this.#deps.library, id, { state: 'failed', fault: 'It could not be written.' });
      this.#failed.delete(id);
    }
  }

  /** What a process had begun is undone at the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#children].map(killChild));
    await Promise.allSettled(this.#here);
  }

  async #runApart(job: Job, order: unknown): Promise<void> {
    const { config, library, log, workers, endCutShort } = this.#deps;
    const { signal: closing } = this.#closing;
    const started = await workers
      .start(workerOf(job), { signal: closing })
      .catch(async (error: unknown) => {
        const fault = error instanceof Error ? error.message : String(error);
        await endJob(library, job.id, { state: 'failed', fault });
        throw error;
      });
    this.#children.add(started);
    if (closing.aborted) started.kill('SIGKILL');
    const ended = endOf(started);
    let reason: string | undefined;
    started.on('message', ({ failed }: { failed: string }) => (reason = failed)); // it sends nothing else
    started.send({ config, job, order } satisfies JobOrder<unknown> as object, () => {}); // one that has gone has ended
    const { code, signal } = await ended;
    this.#children.delete(started);
    if (code === 0 || closing.aborted) return;
    const words = { event: 'import_died', job: job.id, code, signal, reason };
    log.error(words, 'the changes of a job are undone');
    const left = await requireJob(library.db, job.id);
    if (left.finished_at === null) await endCutShort(library, left);
  }
}
