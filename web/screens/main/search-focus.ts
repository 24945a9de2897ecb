import { useCallback, useState } from 'react';

/** What the reader does after a search to go on with something else. */
const goesOn = ['input', 'pointerdown'];

/**
 * After a search the focus goes to the document that was found, so that the keys act on it; not if the
 * reader has gone on to something else meanwhile. `take` returns whether it does, once; it is another
 * function after each request, as the document may be on the screen already.
 */
export function useSearchFocus(): { request: () => void; take: () => boolean } {
  const [requested, setRequested] = useState<AbortController | null>(null);

  function request() {
    requested?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    for (const name of goesOn) {
      document.addEventListener(name, () => controller.abort(), { signal, capture: true });
    }
    setRequested(controller);
  }

  const take = useCallback(() => {
    const isWanted = requested?.signal.aborted === false;
    requested?.abort();
    return isWanted;
  }, [requested]);

  return { request, take };
}
