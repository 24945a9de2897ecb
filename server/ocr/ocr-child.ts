import os from 'node:os';
import { openDatabase } from '../db/open.ts';
import { ChildLife } from '../processes/in-child.ts';
import type { OcrMessage, OcrOrder } from './ocr-process.ts';
import { readScans } from './read-scans.ts';

// Reads scans for as long as the server lives: at low priority, one page at a time. It is a process of
// its own because pages as pictures take memory, and a folder that hangs must hang this one only.

const lookEverySeconds = 30;
// The server waits a moment for the page in hand; it is read again, and none of the others.
const life = new ChildLife<OcrMessage>();

os.setPriority(15);
process.on('message', (order: OcrOrder) => void run(order).finally(() => process.exit()));

async function run({ config, languages }: OcrOrder): Promise<void> {
  const db = await openDatabase(config);
  const mayGoOn = () => !life.isEnding;
  while (mayGoOn()) {
    try {
      life.send({ read: await readScans({ db, root: config.shareDir, languages, mayGoOn }) });
    } catch (error) {
      life.send({ waits: error instanceof Error ? error.message : String(error) });
    }
    await life.rest(lookEverySeconds * 1000);
  }
  await db.destroy();
}
