import { type RefObject, useCallback, useEffect, useState } from 'react';

/** iPhones let no element fill the screen. */
export function canFillScreen(): boolean {
  return 'requestFullscreen' in Element.prototype;
}

/** Whether the element fills the screen, and a function to change that. The Escape key changes it, too. */
export function useFullscreen(element: RefObject<HTMLElement | null>): [boolean, () => void] {
  const [fullscreen, setFullscreen] = useState(false);
  useEffect(
    function followFullscreen() {
      const update = () => {
        setFullscreen(element.current !== null && document.fullscreenElement === element.current);
      };
      document.addEventListener('fullscreenchange', update);
      return () => document.removeEventListener('fullscreenchange', update);
    },
    [element],
  );

  const toggle = useCallback(() => {
    if (!canFillScreen()) return;
    const isFullscreen = document.fullscreenElement !== null;
    const done = isFullscreen ? document.exitFullscreen() : element.current?.requestFullscreen();
    // A browser may refuse, for example inside a frame.
    done?.catch((error: unknown) => console.warn('Fullscreen refused', error));
  }, [element]);

  return [fullscreen, toggle];
}
