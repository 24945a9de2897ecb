import type { ComponentProps } from 'react';
import { IconButton } from '../../ui/button/icon-button.tsx';

type Props = ComponentProps<'button'> & {
  name: string;
  /** For a tool that is on or off. */
  pressed?: boolean | undefined;
};

/** A button with an icon, in the toolbars and the find bar. */
export function Tool({ name, pressed, ...attributes }: Props) {
  return <IconButton {...attributes} aria-label={name} aria-pressed={pressed} title={name} />;
}
