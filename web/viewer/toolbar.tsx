import {
  ChevronLeft,
  ChevronRight,
  Download,
  Maximize,
  Minimize,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import icon from '../ui/icon-button.module.css';
import styles from './toolbar.module.css';
import {
  type ViewAction,
  type ViewState,
  canGoBack,
  canGoOn,
  canZoomIn,
  canZoomOut,
} from './view-state.ts';

type Props = {
  /** Two stand around the page; each needs a name of its own. */
  name: string;
  view: ViewState;
  act: (action: ViewAction) => void;
  address: string;
  fileName: string;
  fullscreen: boolean;
  toggleFullscreen: () => void;
};

export function Toolbar({ name, view, act, address, fileName, ...screen }: Props) {
  return (
    <div role="toolbar" aria-label={name} className={styles.bar}>
      <Tool name="Previous page" can={canGoBack(view)} use={() => act({ type: 'previousPage' })}>
        <ChevronLeft size="1.25rem" aria-hidden />
      </Tool>
      <span className={styles.pages}>
        Page {view.page} / {view.total ?? '–'}
      </span>
      <Tool name="Next page" can={canGoOn(view)} use={() => act({ type: 'nextPage' })}>
        <ChevronRight size="1.25rem" aria-hidden />
      </Tool>
      <span className={styles.zoom}>
        <Tool name="Zoom out" can={canZoomOut(view)} use={() => act({ type: 'zoomOut' })}>
          <ZoomOut size="1.125rem" aria-hidden />
        </Tool>
        <span className={styles.readout}>{(view.zoomTenths / 10).toFixed(1)}</span>
        <Tool name="Zoom in" can={canZoomIn(view)} use={() => act({ type: 'zoomIn' })}>
          <ZoomIn size="1.125rem" aria-hidden />
        </Tool>
      </span>
      <span className={styles.end}>
        <a
          className={icon.button}
          href={`${address}?download`}
          download={fileName}
          aria-label="Download"
          title="Download"
        >
          <Download size="1.125rem" aria-hidden />
        </a>
        <Tool
          name={screen.fullscreen ? 'Leave fullscreen' : 'Fullscreen'}
          can
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

type ToolProps = { name: string; can: boolean; use: () => void; children: React.ReactNode };

function Tool({ name, can, use, children }: ToolProps) {
  return (
    <button
      type="button"
      className={icon.button}
      disabled={!can}
      onClick={use}
      aria-label={name}
      title={name}
    >
      {children}
    </button>
  );
}
