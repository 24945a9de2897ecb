import {
  Download,
  Maximize,
  Minimize,
  PanelLeft,
  Printer,
  Redo2,
  RotateCwSquare,
  Search,
  Undo2,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import type { ReaderState } from '../reader-state.ts';
import type { Reader } from '../reader.ts';
import { type ViewState, canZoomIn, canZoomOut } from '../view-state.ts';
import type { CommandGroup } from './commands.ts';
import { FitPage, FitWidth } from './icons.ts';
import { canFillScreen } from './use-fullscreen.ts';
import type { PageOptions } from './use-page-options.ts';
import { viewCommands } from './view-commands.tsx';
import { ZoomReadout } from './zoom-readout.tsx';

const size = '1.125rem';

// Made once: React renders an element again only where it is another one.
const icons = {
  minimize: <Minimize size={size} aria-hidden />,
  maximize: <Maximize size={size} aria-hidden />,
  zoomOut: <ZoomOut size={size} aria-hidden />,
  zoomIn: <ZoomIn size={size} aria-hidden />,
  fitWidth: <FitWidth size={size} aria-hidden />,
  fitPage: <FitPage size={size} aria-hidden />,
  download: <Download size={size} aria-hidden />,
  undo2: <Undo2 size={size} aria-hidden />,
  redo2: <Redo2 size={size} aria-hidden />,
  panelLeft: <PanelLeft size={size} aria-hidden />,
  search: <Search size={size} aria-hidden />,
  rotateCwSquare: <RotateCwSquare size={size} aria-hidden />,
  printer: <Printer size={size} aria-hidden />,
};

type Toggle = { on: boolean; toggle: () => void };

type Viewer = {
  reader: Reader;
  state: ReaderState;
  fileName: string;
  fullscreen: Toggle;
  /** Specification, section 2: no zoom buttons on small screens. */
  isSmall: boolean;
};

/**
 * The commands of both toolbars. Ranks are those of all commands together: what the specification
 * names comes first, then what people look for in a document, then how it is shown.
 */
export function commonCommands({ reader, state, fileName, ...viewer }: Viewer): CommandGroup[] {
  const { view } = state;
  const zoom: CommandGroup = {
    rank: 3,
    place: 'middle',
    readout: <ZoomReadout zoomTenths={view.zoomTenths} percent={state.percentOfTrueSize} />,
    commands: [
      {
        name: 'Zoom out',
        icon: icons.zoomOut,
        keysOf: 'zoomOut',
        disabled: !canZoomOut(view),
        repeats: true,
        action: () => reader.act({ type: 'zoomOut' }),
      },
      {
        name: 'Zoom in',
        icon: icons.zoomIn,
        keysOf: 'zoomIn',
        disabled: !canZoomIn(view),
        repeats: true,
        action: () => reader.act({ type: 'zoomIn' }),
      },
    ],
  };
  return [
    ...(viewer.isSmall ? [] : [zoom]),
    {
      rank: 1,
      place: 'end',
      commands: [
        {
          name: 'Download',
          icon: icons.download,
          action: { href: `${reader.source.address}?download`, fileName },
        },
      ],
    },
    ...(canFillScreen() ? [fullscreenGroup(viewer)] : []),
  ];
}

function fullscreenGroup({ fullscreen }: Pick<Viewer, 'fullscreen'>): CommandGroup {
  return {
    rank: 2,
    place: 'end',
    commands: [
      {
        name: fullscreen.on ? 'Leave fullscreen' : 'Fullscreen',
        icon: fullscreen.on ? icons.minimize : icons.maximize,
        keysOf: 'fullscreen',
        action: fullscreen.toggle,
      },
    ],
  };
}

/** How large a page is made by the viewer's size; only above the page, as the specification names no more for both. */
export function fitCommands(reader: Reader, { fitsPage }: ViewState): CommandGroup {
  return {
    rank: 7,
    place: 'middle',
    commands: [
      { name: 'Fit width', icon: icons.fitWidth, action: reader.fitWidth },
      { name: 'Fit page', icon: icons.fitPage, pressed: fitsPage, action: reader.fitPage },
    ],
  };
}

type Upper = {
  panel: Toggle;
  find: Toggle;
  options: PageOptions;
  print: () => void;
  notes: CommandGroup | null;
};

/** The commands that only the toolbar above the page has. */
export function upperCommands(
  reader: Reader,
  { canGoBack, canGoForward, view }: ReaderState,
  { panel, find, options, print, notes }: Upper,
): CommandGroup[] {
  const history: CommandGroup = {
    rank: 6,
    place: 'end',
    commands: [
      {
        name: 'Back to before the link',
        icon: icons.undo2,
        disabled: !canGoBack,
        action: reader.goBack,
      },
      {
        name: 'Forward again',
        icon: icons.redo2,
        disabled: !canGoForward,
        action: reader.goForward,
      },
    ],
  };
  return [
    {
      rank: 5,
      place: 'start',
      commands: [
        {
          name: 'Side panel',
          icon: icons.panelLeft,
          pressed: panel.on,
          action: panel.toggle,
        },
      ],
    },
    ...(canGoBack || canGoForward ? [history] : []),
    {
      rank: 4,
      place: 'end',
      commands: [
        {
          name: 'Find in document',
          icon: icons.search,
          keysOf: 'find',
          pressed: find.on,
          action: find.toggle,
        },
      ],
    },
    ...(notes === null ? [] : [notes]),
    viewCommands(reader, view, options),
    {
      rank: 9,
      place: 'end',
      commands: [
        {
          name: 'Rotate',
          icon: icons.rotateCwSquare,
          action: () => reader.act({ type: 'rotate' }),
        },
      ],
    },
    {
      rank: 10,
      place: 'end',
      commands: [
        {
          name: 'Print',
          icon: icons.printer,
          keysOf: 'print',
          action: print,
        },
      ],
    },
  ];
}
