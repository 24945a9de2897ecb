import { firefox, olderFirefox } from '../../tools/browsers/other-browsers.ts';
import { journeys } from './journeys.ts';
import { startFirefox } from './puppeteer-browser.ts';

const start = (path: string | null) => (path === null ? null : () => startFirefox(path));

journeys('Firefox', { start: start(firefox()) });

// One after the other: beside another Firefox, the older one does not start.
journeys('an older Firefox', {
  start: start(olderFirefox()),
  build: 'older',
  isOptional: true, // archives drop old versions
});
