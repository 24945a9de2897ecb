import type { ReactNode } from 'react';
import type { CommandId } from '../../ui/commands.ts';

/** What a tool of a toolbar, or an entry of its 'More' menu, does. */
export type Command = {
  name: string;
  icon: ReactNode;
  /** Its keys are those of this command. */
  keysOf?: CommandId | undefined;
  /** For a command that is on or off. */
  pressed?: boolean;
  disabled?: boolean;
  /** While the pointer holds its tool down, it is done again and again. */
  repeats?: boolean;
  /** What is done, or what its menu has. */
  action: (() => void) | Download | CommandGroup[];
};

export type Download = { href: string; fileName: string };

/** Commands that are in the toolbar, or in its 'More' menu, together. */
export type CommandGroup = {
  commands: Command[];
  /** The rank of importance: the higher its number, the sooner the group goes into the menu. */
  rank: number;
  /** Before the page number, after it, or at the other end of the toolbar. */
  place: 'start' | 'middle' | 'end';
  /** Shown between the commands. */
  readout?: ReactNode;
};
