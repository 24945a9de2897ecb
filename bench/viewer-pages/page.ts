import type { ViewerPage } from '../viewer-page.ts';

/** As wide as ours is in the bench's window, so that all draw the same number of pixels. */
export const pictureWidth = 1083;

export function offer(page: ViewerPage): void {
  Object.assign(globalThis, { viewerPage: () => page });
}

/** From a deed to the frame in which the reader sees what came of it. */
export async function timed(deed: () => void, done: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  deed();
  await done();
  await framePresented();
  return performance.now() - start;
}

/** Settles once the page is in the document with a picture as wide as it is shown. */
export function pageSharp(page: number): Promise<void> {
  return until(() => {
    const sheet = document.querySelector(`.page[data-page-number="${page}"][data-loaded]`);
    const canvas = sheet?.querySelector('canvas');
    if (!canvas || sheet?.classList.contains('loadingIcon') === true) return false;
    const shown = canvas.getBoundingClientRect().width * devicePixelRatio;
    return Math.abs(canvas.width - shown) < shown / 100; // pdf.js rounds; a zoom step is 3 %
  });
}

/** Settles once the page in view is wider than before. */
export function pageWiderThan(cssWidth: number): Promise<void> {
  return until(() => pageWidth() > cssWidth + 1);
}

export function pageWidth(): number {
  return document.querySelector('.page canvas, .react-pdf__Page canvas')?.clientWidth ?? 0;
}

function until(isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo()) return;
      watch.disconnect();
      resolve();
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
  });
}

const awaited: (() => void)[] = [];

// Always the first callback of a frame, so that its message is the first thing after the frame.
requestAnimationFrame(function eachFrame() {
  requestAnimationFrame(eachFrame);
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    for (const resolve of awaited.splice(0)) resolve();
  });
  port1.start();
  port2.postMessage(null);
});

/** Settles when the frame that holds the page as it is now has been handed over. */
function framePresented(): Promise<void> {
  return new Promise((resolve) => awaited.push(resolve));
}
