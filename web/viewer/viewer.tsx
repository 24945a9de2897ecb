import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { PanelLeft, Printer, Redo2, RotateCw, Search, Undo2 } from 'lucide-react';
import type { PdfSource } from './bytes/pdf-source.ts';
import { sharedWorker } from './bytes/pdf-worker.ts';
import { FindBar } from './find/find-bar.tsx';
import { listenToKeys } from './input/keys.ts';
import { SidePanel } from './panel/side-panel.tsx';
import { Reader } from './reader.ts';
import { printOriginal } from './toolbar/print.ts';
import { Tool } from './toolbar/tool.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';
import { useFullscreen } from './toolbar/use-fullscreen.ts';
import { ViewerNotices } from './viewer-notices.tsx';
import styles from './viewer.module.css';

type Props = {
  source: PdfSource;
  fileName: string;
  /** Where it opens. */
  startPage: () => number;
  /** Where it goes when this changes. */
  page: number;
  onPage: (page: number) => void;
  /** The server refuses the file it gave before: time to ask what became of it. */
  onRefused: () => Promise<unknown>;
};

/** Starts the worker before the first document is asked for. */
export function warmUp(): void {
  sharedWorker();
}

/** Shows one page of a PDF at a time, with a toolbar above and below it. */
export function Viewer({ source, fileName, startPage, page, onPage, onRefused }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [reader] = useState(() => new Reader(source, startPage(), onRefused));
  const state = useSyncExternalStore(reader.subscribe, reader.state);
  const [fullscreen, toggleFullscreen] = useFullscreen(root);
  const [findAsked, setFindAsked] = useState(0);
  const [panelOpen, setPanelOpen] = useState(false);
  const { view, phase } = state;

  useEffect(
    function openDocument() {
      return sheet.current === null ? undefined : reader.open(sheet.current);
    },
    [reader],
  );

  useEffect(
    function followPage() {
      reader.act({ type: 'goToPage', page });
    },
    [reader, page],
  );

  useEffect(
    function tellPage() {
      if (view.total !== null) onPage(view.page);
    },
    [view.page, view.total, onPage],
  );

  useEffect(
    function followKeys() {
      if (root.current === null) return;
      const openFind = () => setFindAsked((times) => times + 1);
      return listenToKeys(root.current, reader, { openFind, toggleFullscreen });
    },
    [reader, toggleFullscreen],
  );

  function closeFind() {
    setFindAsked(0);
    reader.endFind();
    reader.focus();
  }

  const bar = { reader, state, fileName, fullscreen, toggleFullscreen };
  return (
    <div ref={root} className={styles.viewer}>
      <Toolbar
        name="Toolbar above the page"
        {...bar}
        start={
          <Tool name="Side panel" on={panelOpen} use={() => setPanelOpen(!panelOpen)}>
            <PanelLeft size="1.125rem" aria-hidden />
          </Tool>
        }
        end={
          <>
            {(state.canGoBack || state.canGoForward) && (
              <>
                <Tool name="Back to before the link" can={state.canGoBack} use={reader.goBack}>
                  <Undo2 size="1.125rem" aria-hidden />
                </Tool>
                <Tool name="Forward again" can={state.canGoForward} use={reader.goForward}>
                  <Redo2 size="1.125rem" aria-hidden />
                </Tool>
              </>
            )}
            <Tool
              name="Find in document"
              on={findAsked > 0}
              use={() => (findAsked > 0 ? closeFind() : setFindAsked(1))}
            >
              <Search size="1.125rem" aria-hidden />
            </Tool>
            <Tool name="Rotate" use={() => reader.act({ type: 'rotate' })}>
              <RotateCw size="1.125rem" aria-hidden />
            </Tool>
            <span className={styles.print}>
              <Tool name="Print" use={() => printOriginal(source.address)}>
                <Printer size="1.125rem" aria-hidden />
              </Tool>
            </span>
          </>
        }
      />
      {findAsked > 0 && (
        <FindBar found={state.found} find={reader.find} close={closeFind} asked={findAsked} />
      )}
      <div className={styles.middle}>
        {panelOpen && phase.state === 'ready' && (
          <SidePanel reader={reader} pdf={phase.pdf} view={view} fileName={fileName} />
        )}
        <div className={styles.desk}>
          <div ref={sheet} className={styles.sheet} data-pages />
          <ViewerNotices reader={reader} state={state} fileName={fileName} />
        </div>
      </div>
      <Toolbar name="Toolbar below the page" {...bar} />
      <output className={styles.told}>
        {view.total !== null && `Page ${view.page} of ${view.total}`}
      </output>
    </div>
  );
}
