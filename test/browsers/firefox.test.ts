import { firefox } from '../../tools/browsers/other-browsers.ts';
import { journeys } from './journeys.ts';
import { startFirefox } from './puppeteer-browser.ts';

const path = firefox();
journeys('Firefox', path === null ? null : () => startFirefox(path));
