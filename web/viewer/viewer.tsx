import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { PanelLeft, Printer, Redo2, RotateCw, Search, Undo2 } from 'lucide-react';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import type { PdfSource } from './bytes/pdf-source.ts';
import { sharedWorker } from './bytes/pdf-worker.ts';
import { FindBar, type FindBarRequest } from './find/find-bar.tsx';
import { selectedWords } from './find/find-words.ts';
import { listenToKeys } from './input/keys.ts';
import { SidePanel } from './panel/side-panel.tsx';
import { Reader } from './reader.ts';
import { printOriginal } from './toolbar/print.ts';
import { ToolbarTool } from './toolbar/toolbar-tool.tsx';
import { useFullscreen } from './toolbar/use-fullscreen.ts';
import { ViewerToolbar } from './toolbar/viewer-toolbar.tsx';
import { ViewerNotices } from './viewer-notices.tsx';
import styles from './viewer.module.css';

type Props = {
  source: PdfSource;
  fileName: string;
  /** The page on which the document opens. */
  startPage: () => number;
  /** The viewer goes to this page whenever it changes. */
  page: number;
  onPage: (page: number) => void;
  /**
   * The server does not give the file. Settles when the reason is known: whether the file is there
   * all the same.
   */
  onRefused: () => Promise<boolean>;
  /** The file is being replaced. What is on the screen stays. */
  isReplaced?: boolean;
};

/** Starts pdf.js's worker before there is a document, as that takes a second. */
export function startWorker(): void {
  sharedWorker();
}

/** Shows one page of a PDF at a time, with a toolbar above and one below it. */
export function Viewer(props: Props) {
  const { source, fileName, startPage, page, onPage, onRefused, isReplaced = false } = props;
  const root = useRef<HTMLDivElement>(null);
  const pages = useRef<HTMLDivElement>(null);
  const [reader] = useState(() => new Reader(source, startPage(), onRefused));
  const state = useSyncExternalStore(reader.subscribe, reader.state);
  const [fullscreen, toggleFullscreen] = useFullscreen(root);
  const [findRequest, setFindRequest] = useState<FindBarRequest | null>(null);
  const [panelOpen, setPanelOpen] = useState(false);
  const { view, phase } = state;
  const findOpen = findRequest !== null;
  const openFind = useCallback(() => setFindRequest({ words: selectedWords() }), []);

  useEffect(
    function openDocument() {
      return pages.current === null ? undefined : reader.open(pages.current);
    },
    [reader],
  );

  useEffect(
    function goToPage() {
      reader.act({ type: 'goToPage', page });
    },
    [reader, page],
  );

  useEffect(
    function reportPage() {
      if (view.total !== null) onPage(view.page);
    },
    [view.page, view.total, onPage],
  );

  useEffect(
    function handleKeys() {
      if (root.current === null) return;
      return listenToKeys(root.current, reader, { openFind, toggleFullscreen });
    },
    [reader, openFind, toggleFullscreen],
  );

  function closeFind() {
    setFindRequest(null);
    reader.endFind();
    reader.focus();
  }

  const toolbar = { reader, state, fileName, fullscreen, toggleFullscreen };
  return (
    <div ref={root} className={styles.viewer}>
      <ViewerToolbar
        name="Toolbar above the page"
        {...toolbar}
        start={
          <ToolbarTool
            name="Side panel"
            pressed={panelOpen}
            onClick={() => setPanelOpen(!panelOpen)}
          >
            <PanelLeft size="1.125rem" aria-hidden />
          </ToolbarTool>
        }
        end={
          <>
            {(state.canGoBack || state.canGoForward) && (
              <>
                <ToolbarTool
                  name="Back to before the link"
                  disabled={!state.canGoBack}
                  onClick={reader.goBack}
                >
                  <Undo2 size="1.125rem" aria-hidden />
                </ToolbarTool>
                <ToolbarTool
                  name="Forward again"
                  disabled={!state.canGoForward}
                  onClick={reader.goForward}
                >
                  <Redo2 size="1.125rem" aria-hidden />
                </ToolbarTool>
              </>
            )}
            <ToolbarTool
              name="Find in document"
              pressed={findOpen}
              onClick={findOpen ? closeFind : openFind}
            >
              <Search size="1.125rem" aria-hidden />
            </ToolbarTool>
            <ToolbarTool name="Rotate" onClick={() => reader.act({ type: 'rotate' })}>
              <RotateCw size="1.125rem" aria-hidden />
            </ToolbarTool>
            <span className={styles.print}>
              <ToolbarTool name="Print" onClick={() => printOriginal(source.address)}>
                <Printer size="1.125rem" aria-hidden />
              </ToolbarTool>
            </span>
          </>
        }
      />
      {findRequest !== null && (
        <FindBar found={state.found} find={reader.find} close={closeFind} request={findRequest} />
      )}
      <div className={styles.middle}>
        {panelOpen && phase.state === 'ready' && (
          <SidePanel reader={reader} pdf={phase.pdf} view={view} fileName={fileName} />
        )}
        <div className={styles.area}>
          <div ref={pages} className={styles.pages} data-pages />
          <ViewerNotices {...{ reader, state, fileName, isReplaced }} />
        </div>
      </div>
      <ViewerToolbar name="Toolbar below the page" {...toolbar} />
      <VisuallyHidden as="output">
        {view.total !== null && `Page ${view.page} of ${view.total}`}
      </VisuallyHidden>
    </div>
  );
}
