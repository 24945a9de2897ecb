import { useEffect, useRef } from 'react';
import { isTyping } from '../../../ui/typing.ts';

/** Takes what is pasted while nothing has the focus that would take it itself. */
export function usePasteAnywhere(onPaste: (text: string) => void): void {
  const latest = useRef(onPaste);
  useEffect(() => {
    latest.current = onPaste;
  });

  useEffect(function listen() {
    const pasted = (event: ClipboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || isTyping(target)) return;
      if (target instanceof Element && target.closest('[role=grid], dialog') !== null) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text === '') return;
      event.preventDefault();
      latest.current(text);
    };
    document.addEventListener('paste', pasted);
    return () => document.removeEventListener('paste', pasted);
  }, []);
}
