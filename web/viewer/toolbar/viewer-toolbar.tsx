import type { KeyboardEvent, ReactNode } from 'react';
import { Toolbar } from '@base-ui/react/toolbar';
import {
  ChevronLeft,
  ChevronRight,
  Download,
  Maximize,
  Minimize,
  MoveHorizontal,
  RectangleVertical,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { IconLink } from '../../ui/button/icon-button.tsx';
import type { ReaderState } from '../reader-state.ts';
import type { Reader } from '../reader.ts';
import { canZoomIn, canZoomOut, hasNextPage, hasPreviousPage } from '../view-state.ts';
import { PageNumber } from './page-number.tsx';
import { ToolbarTool } from './toolbar-tool.tsx';
import styles from './viewer-toolbar.module.css';

type Props = {
  /** There are two, above and below the page; each needs a name of its own. */
  name: string;
  reader: Reader;
  state: ReaderState;
  fileName: string;
  fullscreen: boolean;
  toggleFullscreen: () => void;
  /** More tools, before those of the specification and among those at the end. */
  start?: ReactNode;
  end?: ReactNode;
};

export function ViewerToolbar({ name, reader, state, fileName, start, end, ...screen }: Props) {
  const { view } = state;
  const { act } = reader;
  return (
    <Toolbar.Root aria-label={name} className={styles.bar} onKeyDown={focusFirstOrLast}>
      {start}
      <ToolbarTool
        name="Previous page"
        disabled={!hasPreviousPage(view)}
        onClick={() => act({ type: 'previousPage' })}
      >
        <ChevronLeft size="1.25rem" aria-hidden />
      </ToolbarTool>
      <PageNumber view={view} goTo={(page) => act({ type: 'goToPage', page })} />
      <ToolbarTool
        name="Next page"
        disabled={!hasNextPage(view)}
        onClick={() => act({ type: 'nextPage' })}
      >
        <ChevronRight size="1.25rem" aria-hidden />
      </ToolbarTool>
      <span className={styles.zoom}>
        <ToolbarTool
          name="Zoom out"
          disabled={!canZoomOut(view)}
          onClick={() => act({ type: 'zoomOut' })}
          repeats
        >
          <ZoomOut size="1.125rem" aria-hidden />
        </ToolbarTool>
        <span className={styles.readout}>{(view.zoomTenths / 10).toFixed(1)}</span>
        <ToolbarTool
          name="Zoom in"
          disabled={!canZoomIn(view)}
          onClick={() => act({ type: 'zoomIn' })}
          repeats
        >
          <ZoomIn size="1.125rem" aria-hidden />
        </ToolbarTool>
        <span className={styles.fit}>
          <ToolbarTool name="Fit width" onClick={() => act({ type: 'fitWidth' })}>
            <MoveHorizontal size="1.125rem" aria-hidden />
          </ToolbarTool>
          <ToolbarTool name="Fit page" pressed={view.fitsPage} onClick={reader.fitPage}>
            <RectangleVertical size="1.125rem" aria-hidden />
          </ToolbarTool>
        </span>
      </span>
      <span className={styles.end}>
        {end}
        <Toolbar.Link
          render={<IconLink />}
          href={`${reader.source.address}?download`}
          download={fileName}
          aria-label="Download"
          title="Download"
        >
          <Download size="1.125rem" aria-hidden />
        </Toolbar.Link>
        <ToolbarTool
          name={screen.fullscreen ? 'Leave fullscreen' : 'Fullscreen'}
          onClick={screen.toggleFullscreen}
        >
          {screen.fullscreen ? (
            <Minimize size="1.125rem" aria-hidden />
          ) : (
            <Maximize size="1.125rem" aria-hidden />
          )}
        </ToolbarTool>
      </span>
    </Toolbar.Root>
  );
}

// Base UI's toolbar has the arrow keys, but not Home and End (ARIA Authoring Practices, toolbar).
function focusFirstOrLast(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if ((key !== 'Home' && key !== 'End') || target instanceof HTMLInputElement) return;
  const tools = [...currentTarget.querySelectorAll<HTMLElement>('button:enabled, a')];
  const visible = tools.filter((tool) => tool.checkVisibility());
  event.preventDefault();
  visible.at(key === 'Home' ? 0 : -1)?.focus();
}
