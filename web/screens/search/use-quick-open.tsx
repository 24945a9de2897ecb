import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../../when-idle.ts';
import type { QuickOpen as Dialog } from './quick-open/quick-open.tsx';

let Loaded: typeof Dialog | null = null;

// Not by React's `lazy`, which shows its fallback for 300 ms, and knows nothing of what is typed meanwhile.
async function load(): Promise<void> {
  Loaded ??= (await import('./quick-open/quick-open.tsx')).QuickOpen;
}

// Where `/` is a letter like any other, or a key of the control.
const takesLetters = 'input, textarea, select, [contenteditable], [role="grid"], [role="menu"]';

/** The dialog that finds any document, which Ctrl+K and `/` open everywhere, and a function that does. */
export function useQuickOpen(): { dialog: ReactNode; open: () => void } {
  /** What the field begins with; null while the dialog is closed. */
  const [start, setStart] = useState<string | null>(null);
  /** What was typed while the dialog is loaded; null if it is not. */
  const awaited = useRef<string | null>(null);
  const close = useCallback(() => setStart(null), []);
  const open = useCallback(() => {
    if (Loaded !== null) return setStart('');
    awaited.current ??= '';
    load().then(
      // At once, so that no key comes in between.
      () => flushSync(() => setStart(awaited.current)),
      (error: unknown) =>
        setStart(() => {
          throw error; // the error boundary says that the screen cannot be loaded
        }),
    );
  }, []);

  useEffect(
    function endWaiting() {
      if (start !== null) awaited.current = null;
    },
    [start],
  );

  useEffect(function prefetch() {
    return whenIdle(load);
  }, []);

  useEffect(
    function listenToKeys() {
      const pressed = (event: KeyboardEvent) => {
        const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
        if (awaited.current !== null && key.length === 1 && !(ctrlKey || metaKey)) {
          awaited.current += key;
          event.preventDefault();
          return;
        }
        const isKey =
          ctrlKey || metaKey
            ? key.toLowerCase() === 'k' && !shiftKey
            : key === '/' && target instanceof Element && !target.closest(takesLetters);
        if (!isKey || altKey || event.defaultPrevented) return;
        event.preventDefault();
        if (!document.querySelector('dialog[open]')) open();
      };
      document.addEventListener('keydown', pressed);
      return () => document.removeEventListener('keydown', pressed);
    },
    [open],
  );

  return { dialog: start !== null && Loaded && <Loaded start={start} onClose={close} />, open };
}
