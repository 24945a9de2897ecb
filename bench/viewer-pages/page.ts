import type { ViewerPage } from './viewer-page.ts';

/** The width of our page in the bench's window; all viewers draw the same number of pixels. */
export const pictureWidth = 1083;

export function exposeToBench(page: ViewerPage): void {
  Object.assign(globalThis, { viewerPage: () => page });
}

/** Milliseconds from an action to the frame that shows its result. */
export async function measureMs(action: () => void, done: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  action();
  await done();
  await framePresented();
  return performance.now() - start;
}

/** Resolves when the page has a picture as wide as it is shown. */
export function pageSharp(page: number): Promise<void> {
  return until(() => {
    const sheet = document.querySelector(`.page[data-page-number="${page}"][data-loaded]`);
    const canvas = sheet?.querySelector('canvas');
    if (!canvas || sheet?.classList.contains('loadingIcon') === true) return false;
    const shown = canvas.getBoundingClientRect().width * devicePixelRatio;
    return Math.abs(canvas.width - shown) < shown / 100; // pdf.js rounds; a zoom step is 3 %
  });
}

/** Resolves when the page is wider than this. */
export function pageWiderThan(cssWidth: number): Promise<void> {
  return until(() => pageWidth() > cssWidth + 1);
}

export function pageWidth(): number {
  return document.querySelector('.page canvas, .react-pdf__Page canvas')?.clientWidth ?? 0;
}

function until(isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isSo()) return;
      watch.disconnect();
      resolve();
    };
    const watch = new MutationObserver(check);
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    check();
  });
}

const awaited: (() => void)[] = [];

// This is always the first callback of a frame; so its message comes first after the frame.
requestAnimationFrame(function eachFrame() {
  requestAnimationFrame(eachFrame);
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    for (const resolve of awaited.splice(0)) resolve();
  });
  port1.start();
  port2.postMessage(null);
});

/** Resolves after the frame that shows the page as it is now. */
function framePresented(): Promise<void> {
  return new Promise((resolve) => awaited.push(resolve));
}
