import {
  BookOpen,
  Columns2,
  GalleryVertical,
  Hand,
  type LucideIcon,
  RectangleVertical,
  SunDim,
} from 'lucide-react';
import type { Reader } from '../reader.ts';
import type { ViewMode, ViewState } from '../view-state.ts';
import type { CommandGroup } from './commands.ts';
import type { PageOptions } from './use-page-options.ts';

const size = '1.125rem';

const modes: { mode: ViewMode; name: string; Icon: LucideIcon }[] = [
  { mode: 'single-page', name: 'Single page', Icon: RectangleVertical },
  { mode: 'continuous', name: 'Continuous', Icon: GalleryVertical },
  { mode: 'two-pages', name: 'Two pages', Icon: Columns2 },
];

/** The menu of how pages are laid out, held and lit. */
export function viewCommands(reader: Reader, view: ViewState, options: PageOptions): CommandGroup {
  const modeCommands = modes.map(({ mode, name, Icon }) => ({
    name,
    icon: <Icon size={size} aria-hidden />,
    pressed: view.mode === mode,
    action: () => reader.act({ type: 'setMode', mode }),
  }));
  const optionCommands = [
    {
      name: 'Move pages by dragging',
      icon: <Hand size={size} aria-hidden />,
      pressed: options.hand,
      action: () => options.setHand(!options.hand),
    },
    {
      name: 'Dim pages in the dark theme',
      icon: <SunDim size={size} aria-hidden />,
      pressed: options.dim,
      action: () => options.setDim(!options.dim),
    },
  ];
  return {
    rank: 8,
    place: 'end',
    commands: [
      {
        name: 'View',
        icon: <BookOpen size={size} aria-hidden />,
        action: [
          { rank: 8, place: 'end', commands: modeCommands },
          { rank: 8.5, place: 'end', commands: optionCommands },
        ],
      },
    ],
  };
}
