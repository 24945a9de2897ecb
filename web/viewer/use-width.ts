import { type RefObject, useEffect, useState } from 'react';

/** The inner width of an element in CSS pixels, 0 until it is known. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(
    function watchWidth() {
      if (element.current === null) return;
      const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
      observer.observe(element.current);
      return () => observer.disconnect();
    },
    [element],
  );
  return width;
}
