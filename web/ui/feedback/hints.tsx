import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Tooltip } from '@base-ui/react/tooltip';
import styles from './hints.module.css';

type Hint = { text: string; key: string | undefined; anchor: HTMLElement };

type Props = {
  children: ReactNode;
  className?: string | undefined;
  /** The part of the page that this is, for commands.ts. */
  keys?: string;
  ref?: RefObject<HTMLDivElement | null>;
  /** How long the pointer rests before its hint is shown. */
  delayMs?: number;
  /** Where the hint is put; the body if nothing is said. */
  container?: RefObject<HTMLElement | null> | undefined;
};

/**
 * Shows the `data-hint` of whatever is under the pointer or has the focus, and its `data-hint-key`, the
 * key that does the same. There is one tooltip for all: one in each cell would make scrolling through
 * a long grid slow.
 */
export function Hints({ children, className, keys, ref, delayMs = 0, container }: Props) {
  const [hint, setHint] = useState<Hint | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  const timer = useRef(0);

  useEffect(function cancelOnUnmount() {
    return () => clearTimeout(timer.current);
  }, []);

  useEffect(
    function closeOnScroll() {
      if (hint === null) return;
      const close = () => setHint(null);
      document.addEventListener('scroll', close, { capture: true, passive: true });
      return () => document.removeEventListener('scroll', close, { capture: true });
    },
    [hint],
  );

  function showHintOf(target: EventTarget, afterMs = 0) {
    // The pointer may go onto the tooltip, to read or copy it.
    if (target instanceof Node && popup.current?.contains(target)) return;
    clearTimeout(timer.current);
    const next = hintOf(target);
    // From one hint to the next there is no wait.
    if (next === null || hint !== null || afterMs === 0) setHint(next);
    else timer.current = window.setTimeout(setHint, afterMs, next);
  }

  function hide() {
    clearTimeout(timer.current);
    setHint(null);
  }

  return (
    <div
      ref={ref}
      className={className}
      data-keys={keys}
      onPointerOver={({ target, pointerType }) => {
        // A finger has no place to rest; its hint would stay when it is lifted.
        if (pointerType !== 'touch') showHintOf(target, delayMs);
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ target }) => {
        if (target.matches(':focus-visible')) showHintOf(target);
      }}
      onBlur={hide}
    >
      {children}
      {hint !== null && (
        <Tooltip.Root
          open
          onOpenChange={(_open, { reason }) => reason === 'escape-key' && setHint(null)}
        >
          <Tooltip.Portal container={container}>
            <Tooltip.Positioner
              anchor={hint.anchor}
              side="bottom"
              align="start"
              sideOffset={4}
              collisionPadding={8}
              className={styles.positioner}
            >
              <Tooltip.Popup ref={popup} role="tooltip" className={styles.hint}>
                {hint.text}
                {hint.key !== undefined && <kbd className={styles.key}>{hint.key}</kbd>}
              </Tooltip.Popup>
            </Tooltip.Positioner>
          </Tooltip.Portal>
        </Tooltip.Root>
      )}
    </div>
  );
}

function hintOf(target: EventTarget): Hint | null {
  if (!(target instanceof Element)) return null;
  // The keyboard focuses a cell, and what has the hint is inside it.
  const anchor =
    target.closest<HTMLElement>('[data-hint]') ??
    target.closest('[role=gridcell]')?.querySelector<HTMLElement>('[data-hint]') ??
    null;
  const text = anchor?.dataset['hint'] ?? '';
  return anchor === null || text === '' ? null : { text, key: anchor.dataset['hintKey'], anchor };
}
