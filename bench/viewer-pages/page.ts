import type { ViewerPage } from '../viewer-page.ts';

export function offer(page: ViewerPage): void {
  Object.assign(globalThis, page);
}

/** Settles once pdf.js's own page view says that the page is drawn. */
export function pageDrawn(page: number): Promise<void> {
  const drawn = () =>
    document.querySelector(`.page[data-page-number="${page}"][data-loaded] canvas`);
  return new Promise((resolve) => {
    const look = () => {
      if (drawn() === null) return;
      watch.disconnect();
      resolve();
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
  });
}
