import { useLayoutEffect } from 'react';

/**
 * A screen that fills the window scrolls inside itself: on wide windows (from 768 px on), or on all.
 * `shell.module.css` does it; Firefox 115 has no `:has()` to see it from there.
 */
export function useFilledWindow(windows: 'wide' | 'all'): void {
  useLayoutEffect(
    function fillWindow() {
      const { dataset } = document.documentElement;
      dataset['fill'] = windows;
      return () => {
        delete dataset['fill'];
      };
    },
    [windows],
  );
}
