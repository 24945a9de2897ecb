import { useRef } from 'react';

/** What the reader does after a search to go on with something else. */
const goesOn = ['input', 'pointerdown'];

/**
 * After a search the focus goes to the document that was found, so that the keys act on it; not if the
 * reader has gone on to something else meanwhile. `take` tells whether it does, once.
 */
export function useSearchFocus(): { request: () => void; take: () => boolean } {
  const requested = useRef<AbortController | null>(null);

  function request() {
    requested.current?.abort();
    const controller = new AbortController();
    requested.current = controller;
    const { signal } = controller;
    for (const name of goesOn) {
      document.addEventListener(name, () => controller.abort(), { signal, capture: true });
    }
  }

  function take() {
    const wanted = requested.current?.signal.aborted === false;
    requested.current?.abort();
    requested.current = null;
    return wanted;
  }

  return { request, take };
}
