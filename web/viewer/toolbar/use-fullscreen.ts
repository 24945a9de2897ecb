import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Whether the element fills the screen, and the switch for it. Escape leaves, too. */
export function useFullscreen(element: RefObject<HTMLElement | null>): [boolean, () => void] {
  const [fullscreen, setFullscreen] = useState(false);
  useEffect(
    function followFullscreen() {
      const changed = () => {
        setFullscreen(element.current !== null && document.fullscreenElement === element.current);
      };
      document.addEventListener('fullscreenchange', changed);
      return () => document.removeEventListener('fullscreenchange', changed);
    },
    [element],
  );

  const toggle = useCallback(() => {
    const inside = document.fullscreenElement !== null;
    const done = inside ? document.exitFullscreen() : element.current?.requestFullscreen();
    // A browser may refuse, in a frame for example; then the page stays as it is.
    done?.catch((error: unknown) => console.warn('Fullscreen refused', error));
  }, [element]);

  return [fullscreen, toggle];
}
