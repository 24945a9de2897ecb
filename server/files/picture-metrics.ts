import type { ScrapedMetrics } from '../http/scraped.ts';
import type { PagePictures } from './page-pictures.ts';

/** What operators see of the pictures of pages. */
export function measurePictures(metrics: ScrapedMetrics, pictures: PagePictures): void {
  const { counts } = pictures;
  const sent = 'Page pictures sent, from the store or newly drawn';
  metrics.counters('library_page_pictures_total', sent, ['source'], () => [
    [{ source: 'stored' }, counts.stored],
    [{ source: 'drawn' }, counts.drawn],
  ]);
  const ahead = 'Answers to prefetches of page pictures or PDF bytes';
  metrics.counters('library_ahead_total', ahead, [], () => [[{}, counts.ahead]]);
  metrics.counters('library_ahead_bytes_total', 'Their bytes', [], () => [[{}, counts.aheadBytes]]);
  metrics.gauge('library_page_pictures_bytes', 'Bytes of all stored pictures of pages', () =>
    pictures.storedBytes(),
  );
}
