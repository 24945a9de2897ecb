import type { ComponentProps } from 'react';
import { IconButton } from '../../ui/button/icon-button.tsx';

type Props = ComponentProps<'button'> & {
  name: string;
  /** The key that does the same. */
  shortcut?: string | undefined;
  /** For a tool that is on or off. */
  pressed?: boolean | undefined;
};

/** A button with an icon, in the toolbars and the find bar. */
export function Tool({ name, shortcut, pressed, ...attributes }: Props) {
  return (
    <IconButton
      {...attributes}
      aria-label={name}
      aria-pressed={pressed}
      data-hint={name}
      data-hint-key={shortcut}
    />
  );
}
