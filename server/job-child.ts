import { handlers } from './job-handlers.ts';
import { rulesOf, type WorkerName, workerNames } from './jobs/registry.ts';
import { ChildLife } from './processes/in-child.ts';

// Does the work of one worker, whose name it gets as a word, in a process of its own: a million rows hold an
// event loop for minutes, and a share that hangs must hang this process only.

const name = workerNames.find((one) => one === process.argv[2]);
if (name === undefined) throw new Error(`There is no worker "${process.argv[2]}".`);
await work(name);

async function work(worker: WorkerName): Promise<void> {
  // What a job had begun is undone by the next server.
  const life = new ChildLife<unknown>({ atOnce: rulesOf(worker).process === 'each' });
  try {
    const handler = await handlers[worker]();
    // The server sends each worker the order that its handler takes.
    await handler?.(life, (await life.order) as never);
    process.exit(0);
  } catch (error) {
    life.fail(error);
  }
}
