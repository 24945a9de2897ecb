import { type ReactNode, useCallback, useState } from 'react';
import buttonStyles from '../button/button.module.css';
import { type MenuItem, PointMenu } from './point-menu.tsx';

type Props = { label: string; items: readonly MenuItem[]; className?: string; children: ReactNode };

/** A button with a menu below it. */
export function MenuButton({
  label,
  items,
  className = buttonStyles.secondary ?? '',
  children,
}: Props) {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  const close = useCallback(() => setAt(null), []);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setAt({ x: left, y: bottom });
        }}
      >
        {children}
      </button>
      {at !== null && <PointMenu label={label} at={at} items={items} onClose={close} />}
    </>
  );
}
