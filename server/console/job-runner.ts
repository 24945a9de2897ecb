import type { ChildProcess } from 'node:child_process';
import type { FastifyBaseLogger } from 'fastify';
import type { Library } from '../changes/change.ts';
import type { Deletion } from '../catalogue/delete-many.ts';
import { endJob, type Job, requireJob, settleJob } from '../catalogue/import-jobs.ts';
import type { Config } from '../config/config.ts';
import { endOf, forkScript, killChild, startChild } from '../processes/child.ts';
import { type ImportOrder, runImport } from './run-import.ts';
import { CutOff } from './run-job.ts';

export type JobOrder =
  | { does: 'import'; import: ImportOrder }
  | { does: 'delete'; deletion: Deletion }
  | { does: 'take back' };

/** What the process that does a job gets. */
export type JobChildOrder = { config: Config; job: Job; order: JobOrder };

// A larger sheet would be felt by readers: a process of its own takes a second to start, and then
// leaves the event loop alone.
const largestHereBytes = 128 * 1024;

// Megabytes. A large sheet is unpacked again and again: V8 would let its young heap grow by 100 MB.
export const jobFlags = ['--max-semi-space-size=4'];

type Deps = {
  config: Config;
  library: Library;
  log: FastifyBaseLogger;
  /** The script of the process that does a job. */
  child: string;
};

/** Does the jobs of one server, the large ones in processes of their own. */
export class JobRunner {
  readonly #deps: Deps;
  readonly #children = new Set<ChildProcess>();
  readonly #here = new Set<Promise<unknown>>();
  readonly #failed = new Set<string>();
  readonly #closing = new AbortController();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Whether a sheet of so many bytes is imported by the server itself, and soon. */
  static isSmall(bytes: number): boolean {
    return bytes <= largestHereBytes;
  }

  /** Takes a large change back, and gives the end of that. */
  takeBack(job: Job): Promise<void> {
    return this.#runApart(job, { does: 'take back' });
  }

  delete(job: Job, deletion: Deletion): Promise<void> {
    return this.#runApart(job, { does: 'delete', deletion });
  }

  /** Gives the end of an import; fails where the file or the database is at fault. */
  async import(job: Job, order: ImportOrder, bytes: number): Promise<void> {
    if (!JobRunner.isSmall(bytes)) return this.#runApart(job, { does: 'import', import: order });
    const running = runImport(this.#deps.library, job, order).catch((error: unknown) => {
      this.#failed.add(job.id);
      if (!(error instanceof CutOff)) throw error; // called off: the job says so
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

  /** What a process had begun is taken back at the next start. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#children].map(killChild));
    await Promise.allSettled(this.#here);
  }

  async #runApart(job: Job, order: JobOrder): Promise<void> {
    const { config, library, log } = this.#deps;
    const start = () => forkScript(this.#deps.child, { flags: jobFlags });
    const started = await startChild('the job', start, this.#closing.signal).catch(
      async (error: unknown) => {
        const { message: fault } = error as Error;
        await endJob(library, job.id, { state: 'failed', fault });
        throw error;
      },
    );
    this.#children.add(started);
    if (this.#closing.signal.aborted) started.kill('SIGKILL');
    const ended = endOf(started);
    started.send({ config, job, order } satisfies JobChildOrder, () => {}); // one that has gone has ended
    const { code, signal } = await ended;
    this.#children.delete(started);
    if (code === 0 || this.#closing.signal.aborted) return;
    log.error({ event: 'import_died', job: job.id, code, signal }, 'what a job did is taken back');
    const left = await requireJob(library.db, job.id);
    if (left.finished_at === null) await settleJob(library, left);
  }
}
