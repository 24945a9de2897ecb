import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { whenIdle } from '../../when-idle.ts';
import type { QuickOpen as Dialog } from './quick-open/quick-open.tsx';

let Loaded: typeof Dialog | null = null;

// Not by React's `lazy`, which shows its fallback for 300 ms: what is typed meanwhile would be lost.
async function load(): Promise<void> {
  Loaded ??= (await import('./quick-open/quick-open.tsx')).QuickOpen;
}

// Where `/` is a letter like any other, or a key of the control.
const takesLetters = 'input, textarea, select, [contenteditable], [role="grid"], [role="menu"]';

/** The dialog that finds any document, which Ctrl+K and `/` open everywhere, and a function that does. */
export function useQuickOpen(): { dialog: ReactNode; open: () => void } {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const open = useCallback(() => {
    if (Loaded !== null) return setOpen(true);
    load().then(
      () => setOpen(true),
      (error: unknown) =>
        setOpen(() => {
          throw error; // the error boundary says that the screen cannot be loaded
        }),
    );
  }, []);

  useEffect(function prefetch() {
    return whenIdle(load);
  }, []);

  useEffect(
    function listenToKeys() {
      const pressed = (event: KeyboardEvent) => {
        const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
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

  return { dialog: isOpen && Loaded && <Loaded onClose={close} />, open };
}
