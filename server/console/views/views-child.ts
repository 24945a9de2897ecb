import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { openDatabase } from '../../db/open.ts';
import { wordsOf } from '../../processes/in-child.ts';
import type { ViewsMessage, ViewsOrder } from './views-process.ts';
import { Views } from './views.ts';

// Arranges large sheets for consoles. It is a process of its own because looking through a million
// rows takes a processor for a tenth of a second, and holds hundreds of megabytes while consoles are open.

let views: Promise<Views> | null = null;
/** Orders are worked off one after the other. */
let last: Promise<void> = Promise.resolve();

// Readers come first; at 10 it would starve on a busy machine.
const priority = 5;
os.setPriority(priority);
process.on('message', (order: ViewsOrder) => {
  last = last.then(() => obey(order));
});
process.on('SIGINT', () => {}); // Ctrl+C reaches the whole process group; the server ends us
process.once('disconnect', () => process.exit());

async function obey(order: ViewsOrder): Promise<void> {
  try {
    if ('config' in order) {
      views = openDatabase(order.config).then((db) => new Views(db, randomUUID()));
      await views;
    } else if (views !== null) {
      if ('prepare' in order) {
        await (await views).prepare(order.prepare);
        send({ prepared: order.prepare });
      } else {
        const answer = await (await views).window(order.question);
        send({ prepared: order.question.sheet });
        send({ number: order.number, answer });
      }
    }
  } catch (error) {
    send({ number: 'number' in order ? order.number : null, failed: wordsOf(error) });
  }
}

function send(message: ViewsMessage): void {
  if (process.connected) process.send?.(message, () => {}); // the parent may be gone
}
