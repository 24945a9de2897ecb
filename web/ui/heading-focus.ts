import { type RefObject, useEffect, useRef } from 'react';

/** Focus goes to a new screen's heading, so that it is read aloud and Tab starts from there. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(function focusHeading() {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
