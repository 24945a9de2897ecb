import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../db/open.ts';
import type { OcrMessage, OcrOrder } from './ocr-process.ts';
import { readScans } from './read-scans.ts';

// Reads scans for as long as the server lives: at low priority, one page at a time. It is a process of
// its own because pages as pictures take memory, and a folder that hangs must hang this one only.

const lookEverySeconds = 30;
const ending = new AbortController();

os.setPriority(15);
process.on('message', ({ config, languages }: OcrOrder) => {
  void run({ config, languages }).finally(() => process.exit());
});
process.on('SIGINT', () => {}); // Ctrl+C reaches the whole process group; the server ends us
process.once('SIGTERM', () => ending.abort());
// The server waits a moment for the page in hand; it is read again, and none of the others.
process.once('disconnect', () => ending.abort());

async function run({ config, languages }: OcrOrder): Promise<void> {
  const db = await openDatabase(config);
  const mayGoOn = () => !ending.signal.aborted;
  while (mayGoOn()) {
    try {
      send({ read: await readScans({ db, root: config.shareDir, languages, mayGoOn }) });
    } catch (error) {
      send({ waits: error instanceof Error ? error.message : String(error) });
    }
    await pause(lookEverySeconds * 1000, undefined, { signal: ending.signal }).catch(() => {});
  }
  await db.destroy();
}

function send(message: OcrMessage): void {
  if (process.connected) process.send?.(message, () => {}); // the parent may be gone
}
