import { Histogram, type Registry } from '@prometheus-io/client';
import type { Db } from '../db/schema.ts';
import { positionOf } from '../changes/changes-since.ts';
import type { ScrapedMetrics } from '../http/scraped.ts';
import type { SearchIndex } from './index/search-index.ts';

/** What operators see of the search: how far its index is, how much is in it, how long answers take. */
export function measureSearch(
  registry: Registry,
  metrics: ScrapedMetrics,
  db: Db,
  index: SearchIndex,
): void {
  const seconds = new Histogram({
    name: 'search_duration_seconds',
    help: 'Time in which the index answered, by kind of question',
    labelNames: ['kind'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
    registers: [registry],
  });
  index.onAnswered = (kind, ms) => seconds.observe({ kind }, ms / 1000);

  metrics.gauge('search_index_ready', 'Whether the index is complete and up to date', async () => {
    const { standing } = index;
    return standing.state === 'following' && standing.missing === 0 ? 1 : 0;
  });
  metrics.gauge('search_index_behind', 'Changes missing in the index', async () => {
    const { standing } = index;
    if (standing.state !== 'following') return Number.NaN;
    const library = await positionOf(db);
    const { audit, files } = standing.counters;
    return Math.max(0, library.audit - audit) + Math.max(0, library.files - files);
  });
  metrics.gauge('search_index_pages', 'Pages of text in the index', async () => {
    if (index.standing.state !== 'following') return Number.NaN;
    return (await index.askNow('totals', null)).pages;
  });
  metrics.gauge('search_index_set_aside', 'Texts that failed to be indexed', async () => {
    if (index.standing.state !== 'following') return Number.NaN;
    return (await index.askNow('totals', null)).failed;
  });
}
