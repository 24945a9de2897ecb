import { handlers } from './job-handlers.ts';
import type { ProcessName } from './jobs/table.ts';
import { ChildLife } from './processes/in-child.ts';

// Does one job, whose name it gets as a word, in a process of its own: a million rows hold an
// event loop for minutes, and a share that hangs must hang this process only.

const names = Object.keys(handlers) as ProcessName[]; // it has no other keys
const name = names.find((one) => one === process.argv[2]);
if (name === undefined) throw new Error(`There is no job "${process.argv[2]}" for a process.`);
await work(name);

async function work(job: ProcessName): Promise<void> {
  // What a job had begun is undone by the next server.
  const life = new ChildLife<unknown>({ atOnce: job !== 'worker' });
  try {
    const handler = await handlers[job]();
    // The server sends each job the order that its handler takes.
    await handler(life, (await life.order) as never);
    process.exit(0);
  } catch (error) {
    life.fail(error);
  }
}
