import { Gauge, type Registry } from '@prometheus-io/client';
import type { Db } from '../db/schema.ts';
import { readInTime } from '../http/read-in-time.ts';
import { countScans } from './queue.ts';

/** How far the reading of scans is. */
export function measureOcr(metrics: Registry, db: Db): void {
  const contents = new Gauge({
    name: 'ocr_scans',
    help: 'Contents without a text layer, by OCR state',
    labelNames: ['state'],
    registers: [],
    async collect() {
      const { pages: _pages, ...states } = await readInTime(() => countScans(db), none);
      for (const [state, count] of Object.entries(states)) this.set({ state }, count);
    },
  });
  const pages: Gauge = new Gauge({
    name: 'ocr_pages',
    help: 'Pages that OCR has read',
    registers: [],
    collect: async () => pages.set((await readInTime(() => countScans(db), none)).pages),
  });
  metrics.registerMetric(contents);
  metrics.registerMetric(pages);
}

// What cannot be read is no figure, and no reason to give none at all.
const none = { waiting: Number.NaN, done: Number.NaN, failed: Number.NaN, pages: Number.NaN };
