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
import { type ReactNode, useRef } from 'react';
import { IconLink } from '../../ui/icon-button.tsx';
import type { ReaderState } from '../reader-state.ts';
import type { Reader } from '../reader.ts';
import { canZoomIn, canZoomOut, hasNextPage, hasPreviousPage } from '../view-state.ts';
import { PageNumber } from './page-number.tsx';
import { Tool } from './tool.tsx';
import styles from './toolbar.module.css';
import { useOneTabStop } from './use-one-tab-stop.ts';

type Props = {
  /** Two stand around the page; each needs a name of its own. */
  name: string;
  reader: Reader;
  state: ReaderState;
  fileName: string;
  fullscreen: boolean;
  toggleFullscreen: () => void;
  /** Further tools, before those of the specification and among those at the end. */
  start?: ReactNode;
  end?: ReactNode;
};

export function Toolbar({ name, reader, state, fileName, start, end, ...screen }: Props) {
  const { view } = state;
  const { act } = reader;
  const bar = useRef<HTMLDivElement>(null);
  useOneTabStop(bar);
  return (
    <div ref={bar} role="toolbar" aria-label={name} className={styles.bar}>
      {start}
      <Tool
        name="Previous page"
        can={hasPreviousPage(view)}
        use={() => act({ type: 'previousPage' })}
      >
        <ChevronLeft size="1.25rem" aria-hidden />
      </Tool>
      <PageNumber view={view} goTo={(page) => act({ type: 'goToPage', page })} />
      <Tool name="Next page" can={hasNextPage(view)} use={() => act({ type: 'nextPage' })}>
        <ChevronRight size="1.25rem" aria-hidden />
      </Tool>
      <span className={styles.zoom}>
        <Tool name="Zoom out" can={canZoomOut(view)} use={() => act({ type: 'zoomOut' })} repeats>
          <ZoomOut size="1.125rem" aria-hidden />
        </Tool>
        <span className={styles.readout}>{(view.zoomTenths / 10).toFixed(1)}</span>
        <Tool name="Zoom in" can={canZoomIn(view)} use={() => act({ type: 'zoomIn' })} repeats>
          <ZoomIn size="1.125rem" aria-hidden />
        </Tool>
        <span className={styles.fit}>
          <Tool name="Fit width" use={() => act({ type: 'fitWidth' })}>
            <MoveHorizontal size="1.125rem" aria-hidden />
          </Tool>
          <Tool name="Fit page" on={view.fitsPage} use={reader.fitPage}>
            <RectangleVertical size="1.125rem" aria-hidden />
          </Tool>
        </span>
      </span>
      <span className={styles.end}>
        {end}
        <IconLink
          href={`${reader.source.address}?download`}
          download={fileName}
          aria-label="Download"
          title="Download"
        >
          <Download size="1.125rem" aria-hidden />
        </IconLink>
        <Tool
          name={screen.fullscreen ? 'Leave fullscreen' : 'Fullscreen'}
          use={screen.toggleFullscreen}
        >
          {screen.fullscreen ? (
            <Minimize size="1.125rem" aria-hidden />
          ) : (
            <Maximize size="1.125rem" aria-hidden />
          )}
        </Tool>
      </span>
    </div>
  );
}
