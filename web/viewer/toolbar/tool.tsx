import type { ComponentProps } from 'react';
import { ariaKeys, type CommandId, shownKeys } from '../../ui/commands.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';

type Props = ComponentProps<'button'> & {
  name: string;
  /** Its keys are those of this command. */
  keysOf?: CommandId | undefined;
  /** For a tool that is on or off. */
  pressed?: boolean | undefined;
};

/** A button with an icon, in the toolbars and the find bar. */
export function Tool({ name, keysOf, pressed, ...attributes }: Props) {
  return (
    <IconButton
      {...attributes}
      aria-label={name}
      aria-pressed={pressed}
      data-hint={name}
      data-hint-key={keysOf && shownKeys(keysOf)[0]}
      aria-keyshortcuts={keysOf && ariaKeys(keysOf)}
    />
  );
}
