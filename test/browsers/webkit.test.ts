import { webkit } from '../../tools/browsers/other-browsers.ts';
import { journeys } from './journeys.ts';
import { startWebKit } from './webdriver-browser.ts';

const found = webkit();
journeys('WebKit', { start: found === null ? null : () => startWebKit(found) });
