import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCommands } from '../../ui/commands.ts';
import { whenIdle } from '../../when-idle.ts';
import type { QuickOpen as Dialog } from './quick-open/quick-open.tsx';

let Loaded: typeof Dialog | null = null;

// Not by React's `lazy`, which shows its fallback for 300 ms, and knows nothing of what is typed meanwhile.
async function load(): Promise<void> {
  Loaded ??= (await import('./quick-open/quick-open.tsx')).QuickOpen;
}

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

  useEffect(function keepWhatIsTyped() {
    const typed = (event: KeyboardEvent) => {
      if (awaited.current === null || event.key.length > 1 || event.ctrlKey || event.metaKey)
        return;
      awaited.current += event.key;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', typed, { capture: true });
    return () => document.removeEventListener('keydown', typed, { capture: true });
  }, []);

  useCommands({ quickOpen: open });

  return { dialog: start !== null && Loaded && <Loaded start={start} onClose={close} />, open };
}
