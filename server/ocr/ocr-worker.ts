import os from 'node:os';
import { openDatabase } from '../db/open.ts';
import { workers } from '../jobs/registry.ts';
import { type ChildLife, wordsOf } from '../processes/in-child.ts';
import type { OcrMessage, OcrOrder } from './ocr-process.ts';
import { readScans } from './read-scans.ts';

/**
 * Reads scans for as long as the server runs: at low priority, one page at a time. It has a process of its own
 * because pages as pictures take memory. When it ends, the page in hand is read again, and none of the others.
 */
export async function readScansForEver(
  life: ChildLife<OcrMessage>,
  { config, languages }: OcrOrder,
): Promise<void> {
  os.setPriority(15);
  const db = await openDatabase(config);
  const mayGoOn = () => !life.isEnding;
  const reading = { db, root: config.shareDir, languages, mayGoOn, seen: { files: -1 } };
  while (mayGoOn()) {
    try {
      await life.send({ read: await readScans(reading) });
    } catch (error) {
      await life.send({ waits: wordsOf(error) });
    }
    await life.rest(workers.ocr.pauseMs);
  }
  await db.destroy();
}
