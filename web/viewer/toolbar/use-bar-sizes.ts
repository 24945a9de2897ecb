import { type RefObject, useLayoutEffect, useState } from 'react';
import type { BarSizes } from './bar-fit.ts';

/**
 * Measures a toolbar; null until it is there. `data-measure` marks the elements to measure: a tool, and
 * invisible copies of what may be broken or absent. None of their widths depends on what is shown, so
 * showing more or less measures nothing again.
 */
export function useBarSizes(bar: RefObject<HTMLElement | null>): BarSizes | null {
  const [sizes, setSizes] = useState<BarSizes | null>(null);
  useLayoutEffect(
    function measureBar() {
      const element = bar.current;
      if (element === null) return;
      const measure = () => setSizes((before) => sameOr(before, sizesOf(element)));
      measure(); // before the first paint
      const resizes = new ResizeObserver(measure);
      resizes.observe(element);
      for (const part of measured(element)) resizes.observe(part);
      return () => resizes.disconnect();
    },
    [bar],
  );
  return sizes;
}

function measured(bar: HTMLElement): HTMLElement[] {
  return [...bar.querySelectorAll<HTMLElement>('[data-measure]')];
}

function sizesOf(bar: HTMLElement): BarSizes {
  const { paddingLeft, paddingRight } = getComputedStyle(bar);
  const sizes = { bar: 0, tool: 0, page: 0, readout: 0 };
  for (const part of measured(bar)) {
    // The markup of viewer-toolbar.tsx has one part of each name.
    sizes[part.dataset['measure'] as keyof BarSizes] = part.getBoundingClientRect().width;
  }
  sizes.bar = bar.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return sizes;
}

function sameOr(before: BarSizes | null, after: BarSizes): BarSizes {
  const same =
    before !== null &&
    before.bar === after.bar &&
    before.tool === after.tool &&
    before.page === after.page &&
    before.readout === after.readout;
  return same ? before : after;
}
