import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './hints.module.css';

type Hint = { text: string; left: number; top: number; bottom: number };

/**
 * Shows the `data-hint` of whatever is under the pointer or has the focus. One bubble for all: a
 * tooltip of its own in each cell would make scrolling through a long grid slow.
 */
export function Hints({
  children,
  className,
}: {
  children: ReactNode;
  className?: string | undefined;
}) {
  const [hint, setHint] = useState<Hint | null>(null);
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(
    function closeOnEscapeOrScroll() {
      if (hint === null) return;
      const close = (event: Event) => {
        if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
        setHint(null);
      };
      document.addEventListener('keydown', close);
      document.addEventListener('scroll', close, { capture: true, passive: true });
      return () => {
        document.removeEventListener('keydown', close);
        document.removeEventListener('scroll', close, { capture: true });
      };
    },
    [hint],
  );

  function over(target: EventTarget) {
    // The pointer may go onto the bubble, to read or copy it.
    if (target instanceof Node && bubble.current?.contains(target)) return;
    setHint(hintOf(target));
  }

  return (
    <div
      className={className}
      onPointerOver={(event) => over(event.target)}
      onPointerLeave={() => setHint(null)}
      onFocus={(event) => over(event.target)}
      onBlur={() => setHint(null)}
    >
      {children}
      {hint !== null && (
        <div
          ref={bubble}
          role="tooltip"
          className={styles.hint}
          data-above={hint.bottom > window.innerHeight - 160}
          style={{
            left: Math.max(8, Math.min(hint.left, window.innerWidth - 340)),
            ...(hint.bottom > window.innerHeight - 160
              ? { bottom: window.innerHeight - hint.top + 4 }
              : { top: hint.bottom + 4 }),
          }}
        >
          {hint.text}
        </div>
      )}
    </div>
  );
}

function hintOf(target: EventTarget): Hint | null {
  if (!(target instanceof Element)) return null;
  const element =
    target.closest<HTMLElement>('[data-hint]') ??
    target.closest('[role=gridcell]')?.querySelector<HTMLElement>('[data-hint]');
  const text = element?.dataset['hint'];
  if (element === null || element === undefined || text === undefined || text === '') return null;
  const { left, top, bottom } = element.getBoundingClientRect();
  return { text, left, top, bottom };
}
