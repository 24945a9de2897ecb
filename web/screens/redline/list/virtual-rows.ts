import { type RefObject, useEffect, useRef } from 'react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';

type Options = {
  /** What scrolls; the rows are in it. */
  scroller: RefObject<HTMLElement | null>;
  count: number;
  keyOf: (index: number) => string | number;
  usualPixels: number;
  /** How far the rows are below the top of what scrolls. */
  top?: number;
  /** The current row; -1: none. */
  at: number;
  /** The row where the Tab key stops; -1: none. */
  stop: number;
  /** The current row gets the focus when the list comes back. */
  takesFocus?: boolean;
};

/** Rows of which only those near the view exist. The current one is brought into view. */
export function useVirtualRows(options: Options) {
  const { scroller, count, keyOf, usualPixels, top = 0, at, stop, takesFocus = false } = options;
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualPixels,
    getItemKey: keyOf,
    scrollMargin: top,
    overscan: 4,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      // What has the focus must not go away while one scrolls.
      return stop < 0 || indexes.includes(stop) ? indexes : [...indexes, stop].toSorted(byNumber);
    },
  });

  useEffect(
    function bringCurrentIntoView() {
      if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
    },
    // With a link to a row, what is above the rows is measured after the first scroll.
    [virtual, at, top],
  );

  const wantsFocus = useRef(takesFocus);
  useEffect(function focusCurrent() {
    if (!wantsFocus.current) return;
    const button = scroller.current?.querySelector<HTMLElement>('[aria-current]');
    button?.focus({ preventScroll: true });
    if (button) wantsFocus.current = false; // its row may come with the next render
  });

  const focusNext = () => {
    wantsFocus.current = true;
  };
  /** `focusNext`: the row that becomes the current one gets the focus. */
  return { virtual, focusNext };
}

/** Where an arrow, Home or End leads in a list. */
export function targetOf<T>(key: string, shown: readonly T[], at: number): T | undefined {
  if (key === 'ArrowDown') return shown[at + 1];
  if (key === 'ArrowUp') return shown[at - 1];
  if (key === 'Home') return shown[0];
  return key === 'End' ? shown.at(-1) : undefined;
}

function byNumber(a: number, b: number): number {
  return a - b;
}
