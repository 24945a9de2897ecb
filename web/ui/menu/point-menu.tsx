import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { type CommandId, shownKeys } from '../commands.ts';
import styles from './point-menu.module.css';

export type MenuItem = {
  name: string;
  icon?: ReactNode;
  /** Its keys are those of this command. */
  keysOf?: CommandId;
  disabled?: boolean;
  /** It begins another group. */
  apart?: boolean;
  act: () => void;
};

type Props = {
  label: string;
  /** The point of the screen that was clicked. */
  at: { x: number; y: number };
  items: readonly MenuItem[];
  onClose: () => void;
};

const margin = 8;

/** A menu at a point of the screen, as a right click opens it; closed, it gives the focus back. */
export function PointMenu({ label, at, items, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  const chosen = useRef<(() => void) | null>(null);

  useEffect(function takeFocus() {
    const before = document.activeElement;
    entriesOf(menu.current)[0]?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      chosen.current?.(); // only now: what is chosen acts on what has the focus
    };
  }, []);

  useLayoutEffect(
    function keepOnScreen() {
      const box = menu.current;
      if (box === null) return;
      const { width, height } = box.getBoundingClientRect();
      box.style.left = `${Math.max(margin, Math.min(at.x, innerWidth - width - margin))}px`;
      box.style.top = `${Math.max(margin, Math.min(at.y, innerHeight - height - margin))}px`;
    },
    [at],
  );

  useEffect(
    function closeFromOutside() {
      const close = ({ target }: Event) => {
        if (!(target instanceof Node && menu.current?.contains(target))) onClose();
      };
      document.addEventListener('pointerdown', close, { capture: true });
      document.addEventListener('scroll', close, { capture: true, passive: true });
      window.addEventListener('blur', onClose);
      return () => {
        document.removeEventListener('pointerdown', close, { capture: true });
        document.removeEventListener('scroll', close, { capture: true });
        window.removeEventListener('blur', onClose);
      };
    },
    [onClose],
  );

  function handleKeyDown(event: KeyboardEvent) {
    event.stopPropagation(); // the grid has these keys, too
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      return onClose();
    }
    const entries = entriesOf(menu.current);
    const now = entries.findIndex((entry) => entry === document.activeElement);
    const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    entries.at(next % entries.length)?.focus();
  }

  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles.menu}
      onKeyDown={handleKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {items.map(({ name, icon, keysOf, disabled = false, apart = false, act }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={disabled}
          data-apart={apart}
          className={styles.item}
          onClick={() => {
            chosen.current = act;
            onClose();
          }}
        >
          {icon}
          <span>{name}</span>
          {keysOf !== undefined && <kbd>{shownKeys(keysOf)[0]}</kbd>}
        </button>
      ))}
    </div>
  );
}

function entriesOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]:enabled') ?? [])];
}
