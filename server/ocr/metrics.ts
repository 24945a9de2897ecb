import type { Db } from '../db/schema.ts';
import type { ScrapedMetrics } from '../http/scraped.ts';
import { countScans } from './queue.ts';

/** How far the reading of scans is. */
export function measureOcr(metrics: ScrapedMetrics, db: Db): void {
  metrics.gauges(
    'ocr_scans',
    'Contents without a text layer, by OCR state',
    ['state'],
    async () => {
      const { pages: _pages, ...states } = await countScans(db);
      return Object.entries(states).map(([state, count]) => [{ state }, count]);
    },
  );
  metrics.gauge('ocr_pages', 'Pages that OCR has read', async () => (await countScans(db)).pages);
}
