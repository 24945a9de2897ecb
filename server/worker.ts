import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from './db/open.ts';
import type { Db } from './db/schema.ts';
import {
  type WorkerStep,
  Steps,
  type WorkerMessage,
  type WorkerNote,
  type WorkerOrder,
} from './jobs/steps.ts';
import { ocrStep } from './ocr/read-scans.ts';
import type { ChildLife } from './processes/in-child.ts';
import { referencesStep } from './references/references-keeper.ts';
import { ScanSteps } from './scan/scan-steps.ts';
import { IndexStep } from './search/index/index-step.ts';

const signOfLifeMs = 1000;
const soonMs = 5000;
// Readers come first; at 10 it would starve on a busy machine.
const priority = 5;

/**
 * The one process beside the server: scan → read → index → references → pictures, and OCR. What blocks is here and
 * not in the server: the calls of a scan, and the writing of texts. Hostile files are read in further processes.
 */
export async function runWorker(life: ChildLife<WorkerMessage>, order: WorkerOrder): Promise<void> {
  setPriority(priority);
  const { config, holder } = order;
  const steps = new Steps(life);
  const db = await openWhenFree(steps, order);
  const scans = new ScanSteps({ config, db, steps, holder });
  const index = new IndexStep({ config, db, steps });
  const all: (WorkerStep | null)[] = [
    ...scans.all,
    index,
    referencesStep(db, () => scans.mayGoOn),
    ocrStep({ config, db, steps }),
  ];
  life.onNote = (note) => {
    const told = note as WorkerNote; // the server sends nothing else
    if (told === 'unusable') index.isUnusable = true;
    steps.wake(told === 'unusable' ? 'index' : told);
  };
  const isScanning = order.steps.includes('scan');
  const living = setInterval(() => {
    steps.tell('alive');
    if (isScanning) scans.keepLease().catch((error: unknown) => steps.waits('scan', error));
  }, signOfLifeMs);
  const wanted = all.filter((step) => step !== null && order.steps.includes(step.name));
  await Promise.all(wanted.map((step) => step !== null && steps.run(step)));
  clearInterval(living);
  await db.destroy();
}

/** Opens the database; one that is busy or full is waited for. */
async function openWhenFree(
  steps: Steps,
  { config, steps: [first = 'index'] }: WorkerOrder,
): Promise<Db> {
  for (;;) {
    try {
      return await openDatabase(config);
    } catch (error) {
      steps.waits(first, error);
      await pause(soonMs);
      if (!steps.mayGoOn) process.exit(0);
    }
  }
}
