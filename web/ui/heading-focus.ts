import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focus goes to a new screen's heading, so that it is read aloud and Tab starts from there. Where `part` of a
 * screen changes, it goes there if what had it is gone.
 */
export function useHeadingFocus(part?: unknown): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const isNew = useRef(true);
  useEffect(
    function focusHeading() {
      if (!isNew.current && document.activeElement !== document.body) return;
      isNew.current = false;
      heading.current?.focus({ preventScroll: true });
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the part changes, and only then
    [part],
  );
  return heading;
}
