import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Tooltip } from '@base-ui/react/tooltip';
import styles from './hints.module.css';

type Hint = { text: string; anchor: HTMLElement };

type Props = { children: ReactNode; className?: string | undefined };

/**
 * Shows the `data-hint` of whatever is under the pointer or has the focus. There is one tooltip for
 * all: one in each cell would make scrolling through a long grid slow.
 */
export function Hints({ children, className }: Props) {
  const [hint, setHint] = useState<Hint | null>(null);
  const popup = useRef<HTMLDivElement>(null);

  useEffect(
    function closeOnScroll() {
      if (hint === null) return;
      const close = () => setHint(null);
      document.addEventListener('scroll', close, { capture: true, passive: true });
      return () => document.removeEventListener('scroll', close, { capture: true });
    },
    [hint],
  );

  function showHintOf(target: EventTarget) {
    // The pointer may go onto the tooltip, to read or copy it.
    if (target instanceof Node && popup.current?.contains(target)) return;
    setHint(hintOf(target));
  }

  return (
    <div
      className={className}
      onPointerOver={(event) => showHintOf(event.target)}
      onPointerLeave={() => setHint(null)}
      onFocus={(event) => showHintOf(event.target)}
      onBlur={() => setHint(null)}
    >
      {children}
      {hint !== null && (
        <Tooltip.Root
          open
          onOpenChange={(_open, { reason }) => reason === 'escape-key' && setHint(null)}
        >
          <Tooltip.Portal>
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
  return anchor === null || text === '' ? null : { text, anchor };
}
