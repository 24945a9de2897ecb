import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { shownKeys } from '../ui/commands.ts';
import { useMediaQuery } from '../ui/media-query.ts';
import { Hints } from '../ui/feedback/hints.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import type { PdfSource } from './bytes/pdf-source.ts';
import { sharedWorker } from './pdf-js/pdf-worker.ts';
import { FindBar, type FindBarRequest } from './find/find-bar.tsx';
import { selectedWords } from './find/find-words.ts';
import { listenToKeys } from './input/keys.ts';
import type { ReadOcr } from './page/ocr-text.ts';
import { prepareHost } from './page/page-host.ts';
import type { PageFacts } from './page/server-pictures.ts';
import { noteCommands } from './notes/note-commands.tsx';
import type { NotesAccess } from './notes/notes-control.ts';
import { useNotes } from './notes/use-notes.ts';
import { SidePanel } from './panel/side-panel.tsx';
import { usePanel } from './panel/use-panel.ts';
import { useKeptFocus } from './input/kept-focus.ts';
import { usePrinting } from './printing/use-printing.ts';
import { Reader } from './reader.ts';
import type { References } from './references/references.ts';
import { useFullscreen } from './toolbar/use-fullscreen.ts';
import { usePageOptions } from './toolbar/use-page-options.ts';
import { commonCommands, fitCommands, upperCommands } from './toolbar/viewer-commands.tsx';
import { ViewerToolbar } from './toolbar/viewer-toolbar.tsx';
import { ViewMemory } from './view-memory.ts';
import { ViewerNotices } from './viewer-notices.tsx';
import styles from './viewer.module.css';

type Props = {
  /** Whose settings are kept. */
  user: string;
  source: PdfSource;
  fileName: string;
  /** Number, language and revision of the document. */
  name?: string;
  /** Nobody sees the document yet: it is drawn, and takes no keys. */
  isPrepared?: boolean;
  /** Whether it is the latest revision, in words; null where nobody knows. */
  status?: string | null;
  /** Whether the page gets the focus; asked when the document opens, and whenever this is another function. */
  takeFocus?: () => boolean;
  /** The page on which the document opens. */
  startPage: () => number;
  /** The viewer goes to this page whenever it changes. */
  page: number;
  /** The words of the search that found this page: they are marked, and are in the find bar. */
  find?: readonly string[];
  onPage: (page: number) => void;
  /**
   * The server does not give the file. Settles when the reason is known: whether the file is there
   * all the same.
   */
  onRefused: () => Promise<boolean>;
  /** What the library knows of this file, once it is known. */
  facts?: PageFacts | null;
  /** What OCR read on pages without text; left out where nobody asks. */
  readOcr?: ReadOcr;
  /** The file is being replaced. What is on the screen stays. */
  isReplaced?: boolean;
  /** The library could not open the file, so nobody knows whether it is whole. */
  isUnchecked?: boolean;
  /** Always above the page, in full screen too. */
  banner?: ReactNode;
  /** What the document cites, and what cites it; left out where nobody asks. */
  references?: References | null;
  /** Printed on every sheet; undefined while it is not known whether there is anything to say. */
  stamp: string | null | undefined;
  /** Who writes notes, and on which file; left out where nobody does. */
  notes?: NotesAccess | null;
};

const hintDelayMs = 500;
const noWords: readonly string[] = [];

const ReferenceLinks = lazy(async () => ({
  default: (await import('./references/reference-parts.ts')).ReferenceLinks,
}));

export { loadAhead } from './bytes/load-document.ts';

/** Starts pdf.js's worker before there is a document, as that takes a second. */
export function startWorker(): void {
  sharedWorker().catch(() => {}); // the document that needs it reports it
  prepareHost();
}

/** Shows the pages of a PDF, with a toolbar above and one below them. */
export function Viewer(props: Props) {
  const { user, source, fileName, startPage, page, onPage, onRefused, isReplaced = false } = props;
  const { name = fileName, status = null, takeFocus, references = null } = props;
  const { facts = null, isPrepared = false } = props;
  const root = useRef<HTMLDivElement>(null);
  const pages = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const [reader] = useState(() => {
    const memory = new ViewMemory(user, source.address);
    return new Reader(source, memory, startPage(), onRefused, props.readOcr);
  });
  const state = useSyncExternalStore(reader.subscribe, reader.state);
  const [fullscreen, toggleFullscreen] = useFullscreen(root);
  const find = props.find?.length ? props.find : noWords;
  const [findRequest, setFindRequest] = useState<FindBarRequest | null>(null);
  const options = usePageOptions(user);
  const isSmall = useMediaQuery('(width < 768px)');
  const panel = usePanel(user, isSmall);
  const { view, phase } = state;
  const findOpen = findRequest !== null;
  const openFind = useCallback(() => setFindRequest({ words: selectedWords() }), []);

  // Before the first frame is painted: pdf.js's worker reads the document meanwhile.
  useLayoutEffect(
    function openDocument() {
      if (pages.current === null) return;
      return reader.open(pages.current);
    },
    [reader],
  );

  useLayoutEffect(
    function showPicturesFirst() {
      reader.setFacts(facts);
    },
    [reader, facts],
  );

  useEffect(
    function reportRead() {
      if (!isPrepared) reader.setRead();
    },
    [reader, isPrepared],
  );

  useEffect(
    function takeRequestedFocus() {
      if (takeFocus?.()) reader.focus();
    },
    [reader, takeFocus],
  );

  useLayoutEffect(
    function goToPage() {
      reader.act({ type: 'goToPage', page });
      // oxlint-disable-next-line react/set-state-in-effect -- words are marked on the page that is shown
      if (find !== noWords) setFindRequest({ terms: find });
    },
    [reader, page, find],
  );

  useEffect(
    function reportPage() {
      if (view.total !== null) onPage(view.page);
    },
    [view.page, view.total, onPage],
  );

  const printing = usePrinting(reader, fileName, props.stamp);
  const print = useEffectEvent(printing.print);
  useEffect(
    function handleKeys() {
      if (root.current === null || isPrepared) return;
      const findAgain = findOpen ? reader.findAgain : openFind;
      return listenToKeys(root.current, reader, { openFind, findAgain, toggleFullscreen, print });
    },
    [reader, isPrepared, findOpen, openFind, toggleFullscreen],
  );

  useKeptFocus(root, reader.focus);

  function closeFind() {
    setFindRequest(null);
    reader.endFind();
    reader.focus();
  }

  const common = commonCommands({
    reader,
    state,
    fileName,
    fullscreen: { on: fullscreen, toggle: toggleFullscreen },
    isSmall,
  });
  const notes = useNotes(reader, props.notes ?? null);
  const { parts } = notes;
  const upper = upperCommands(reader, state, {
    notes: !notes.isOffered
      ? null
      : noteCommands(notes, {
          print: () => notes.whenLoaded(({ control }) => printing.printNotes(control.store)),
          list: () => panel.openAt('Notes'),
        }),
    print: printing.print,
    panel: { on: panel.isOpen, toggle: panel.toggle },
    find: { on: findOpen, toggle: findOpen ? closeFind : openFind },
    options,
  });
  // In full screen nothing outside the viewer is seen; elsewhere the viewer would cut off what opens in it.
  const container = fullscreen ? root : undefined;
  const toolbar = { reader, view, container, knownTotal: state.knownTotal };
  return (
    <Hints
      ref={root}
      className={styles.viewer}
      keys="viewer"
      delayMs={hintDelayMs}
      container={container}
    >
      <ViewerToolbar
        name="Toolbar above the page"
        {...toolbar}
        groups={[...upper, ...common, fitCommands(reader, view)]}
        // On small screens the line above the viewer has the name.
        title={!isSmall || fullscreen ? [name, status ?? []].flat().join(' · ') : null}
      />
      {findRequest !== null && (
        <FindBar found={state.found} find={reader.find} close={closeFind} request={findRequest} />
      )}
      {props.banner}
      {props.isUnchecked === true && (
        <p className={styles.remark}>
          The library could not check this file. It may be incomplete.
        </p>
      )}
      {state.isOcr && (
        <p className={styles.remark}>Text recognised by OCR. It may contain errors.</p>
      )}
      <div className={styles.middle}>
        {panel.isOpen && phase.state === 'ready' && (
          <SidePanel
            {...{ reader, view, fileName }}
            references={references}
            notes={notes}
            pdf={phase.pdf}
            tab={panel.tab}
            setTab={panel.setTab}
            close={panel.close}
          />
        )}
        <div ref={area} className={styles.area}>
          <div
            ref={pages}
            className={styles.pages}
            data-pages
            data-hand={options.hand || undefined}
            data-dim={options.dim || undefined}
            data-slow={state.isPageSlow && !state.hasPicture}
          />
          {parts !== null && (
            <parts.NotesBar control={parts.control} reader={reader} page={view.page} />
          )}
          {references !== null && references.cites.length > 0 && phase.state === 'ready' && (
            <Suspense>
              <ReferenceLinks {...{ reader, references, area }} />
            </Suspense>
          )}
          {parts !== null && phase.state === 'ready' && (
            <parts.NotesLayer control={parts.control} {...{ reader, area }} />
          )}
          <ViewerNotices {...{ reader, state, fileName, isReplaced, printing }} />
        </div>
      </div>
      <ViewerToolbar name="Toolbar below the page" {...toolbar} groups={common} />
      <p className={styles.onPaper}>
        To print {name}, press {shownKeys('print')[0]} while it is open, or choose Print in its
        toolbar.
      </p>
      <VisuallyHidden as="output">
        {view.total !== null && `Page ${view.page} of ${view.total}`}
      </VisuallyHidden>
    </Hints>
  );
}
