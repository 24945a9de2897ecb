import { ChildProcess } from 'node:child_process';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { constants } from 'node:os';
import type * as threads from 'node:worker_threads';
import type { CleanUp } from './clean-up.ts';

export type SpawnFault = 'EAGAIN' | 'EMFILE';

type Handle = { spawn: (options: unknown) => number };
type Inner = { spawn: (this: { _handle: Handle }, options: unknown) => number };

/** The next processes and threads cannot be started, as on a machine that has no more; gives how many have failed. */
export function failSpawns(cleanUp: CleanUp, fault: SpawnFault, times: number): () => number {
  let failed = 0;
  const isToFail = () => failed < times && (failed += 1) > 0;
  // Both `fork` and `spawn` call it; Node itself answers what the system says, as it always does.
  const prototype = ChildProcess.prototype as unknown as Inner;
  const { spawn } = prototype;
  prototype.spawn = function failing(options) {
    // oxlint-disable-next-line no-underscore-dangle -- Node's own name
    if (isToFail()) this._handle.spawn = () => -constants.errno[fault];
    return spawn.call(this, options);
  };
  const module = createRequire(import.meta.url)('node:worker_threads') as typeof threads;
  const { Worker } = module;
  class FailingWorker extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      if (isToFail()) throw Object.assign(new Error(fault), { code: 'ERR_WORKER_INIT_FAILED' });
      super(...args);
    }
  }
  const setWorker = (one: typeof Worker) => {
    module.Worker = one;
    syncBuiltinESMExports();
  };
  setWorker(FailingWorker);
  cleanUp(async () => {
    prototype.spawn = spawn;
    setWorker(Worker);
  });
  return () => failed;
}
