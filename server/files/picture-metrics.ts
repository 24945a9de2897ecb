import { Counter, Gauge, type Registry } from '@prometheus-io/client';
import type { PagePictures } from './page-pictures.ts';

/** What operators see of the pictures of pages. */
export function measurePictures(metrics: Registry, pictures: PagePictures): void {
  const { counts } = pictures;
  const sent = new Counter({
    name: 'library_page_pictures_total',
    help: 'Page pictures sent, from the store or newly drawn',
    labelNames: ['source'],
    registers: [],
    collect() {
      this.reset();
      this.inc({ source: 'stored' }, counts.stored);
      this.inc({ source: 'drawn' }, counts.drawn);
    },
  });
  metrics.registerMetric(sent);
  counter(
    'library_ahead_total',
    'Answers to prefetches of page pictures or PDF bytes',
    () => counts.ahead,
  );
  counter('library_ahead_bytes_total', 'Their bytes', () => counts.aheadBytes);
  const bytes = new Gauge({
    name: 'library_page_pictures_bytes',
    help: 'Bytes of all stored pictures of pages',
    registers: [],
    async collect() {
      this.set(await pictures.storedBytes());
    },
  });
  metrics.registerMetric(bytes);

  function counter(name: string, help: string, read: () => number): void {
    const made = new Counter({
      name,
      help,
      registers: [],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
    metrics.registerMetric(made);
  }
}
