import { useEffect, useRef } from 'react';
import { isTyping } from '../../ui/typing.ts';

/** N and F7 go to the next change, P and Shift+F7 to the previous one, wherever nothing is typed. */
export function useChangeKeys(step: (by: 1 | -1) => void): void {
  const latestStep = useRef(step);
  useEffect(function keepLatest() {
    latestStep.current = step;
  });

  useEffect(function listenToKeys() {
    const pressed = (event: KeyboardEvent) => {
      const by = stepOf(event);
      const isElsewhere = isTyping(event.target) || document.querySelector('dialog[open]') !== null;
      if (by === null || event.defaultPrevented || isElsewhere) return;
      event.preventDefault(); // F7 would turn on caret browsing
      latestStep.current(by);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}

function stepOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): 1 | -1 | null {
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'F7') return shiftKey ? -1 : 1;
  if (shiftKey) return null;
  return key === 'n' ? 1 : key === 'p' ? -1 : null;
}
