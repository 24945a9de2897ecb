import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { FileQuestion, FileX, Library, RotateCw } from 'lucide-react';
import type { DocumentEntry } from '#contract/catalogue.ts';
import { type DocumentIdentity, pdfAddress, pdfFileName } from '#contract/file-name.ts';
import { availabilityQuery, readOcrWords } from '../../api.ts';
import { hasRole, useSession } from '../../session.ts';
import { Button } from '../../ui/button/button.tsx';
import { Empty } from '../../ui/feedback/notice.tsx';
import { SheetOutline } from '../../ui/feedback/sheet-outline.tsx';
import type { PageFacts } from '../../viewer/page/server-pictures.ts';
import type { References } from '../../viewer/references/references.ts';
import { whenIdle } from '../../when-idle.ts';
import styles from './document-area.module.css';
import { endInVain } from './fetch-ahead.ts';
import { keepInSight } from './keep-in-sight.ts';
import { rememberPlace } from './last-place.ts';
import { PageAddress } from './page-address.ts';
import { aheadQuery, pageFacts, pagesQuery } from './page-facts.ts';
import { documentName } from './search-state.ts';
import { usePdfSource } from './use-pdf-source.ts';
import { loadViewer, useViewer } from './use-viewer.ts';

const Start = lazy(async () => ({ default: (await import('../search/start.tsx')).Start }));

/** Loads the viewer when the browser is idle: pdf.js is large, and a reader should not wait for it. */
export function prefetchViewer(): () => void {
  return whenIdle(loadViewer);
}

type Props = {
  /** The result of the search is not known yet. */
  searching: boolean;
  searched: DocumentIdentity | null;
  /** The entry that was searched for; null when there is none. */
  match: DocumentEntry | null;
  /** One that a reader may open next: it is drawn under what is shown, so that the press only shows it. */
  prepared: DocumentIdentity | null;
  page: number;
  /** What is marked there. */
  find: readonly string[];
  /** Of this revision, in words; null while it is not known. */
  status: string | null;
  onShow: (shown: 'viewer' | 'message') => void;
  /** Whether the viewer gets the focus when it opens, and a message in its place is scrolled to. */
  takeFocus: () => boolean;
  /** What has to be known of this revision: above the page, and on what is printed. */
  banner: ReactNode;
  /** What else there is where the PDF is missing. */
  instead: ReactNode;
  stamp: string | null | undefined;
  references: References | null;
};

/** The viewer, or a message in its place; specification, section 2. */
export function DocumentArea({ searching, searched, match, prepared, ...shown }: Props) {
  const visible = searching ? null : match;
  const shownKey = visible && pdfAddress(visible);
  const documents = new Map(
    [visible, prepared].flatMap((one) => (one ? [[pdfAddress(one), one]] : [])),
  );
  return (
    <div className={styles.stack}>
      {searching && <PageOutline />}
      {!searching && match === null && (
        <Message onShow={shown.onShow} takeFocus={shown.takeFocus}>
          {searched === null ? <NothingSearched /> : <NoDocumentFound />}
        </Message>
      )}
      {[...documents].map(([key, document]) => {
        const isShown = key === shownKey;
        return (
          <div key={key} className={styles.layer} inert={!isShown}>
            <MatchedDocument
              {...(isShown ? shown : unseen)}
              {...{ document, isShown }}
              isAsked={isShown || searching}
            />
          </div>
        );
      })}
    </div>
  );
}

type ShownProps = Omit<Props, 'searching' | 'searched' | 'match' | 'prepared'>;
/** `isAsked`: the reader has pressed Search. */
type MatchedProps = ShownProps & { document: DocumentIdentity; isShown: boolean; isAsked: boolean };

/** For a document that nobody sees yet. */
const unseen: ShownProps = {
  page: 1,
  find: [],
  status: null,
  onShow: () => {},
  takeFocus: () => false,
  banner: null,
  instead: null,
  stamp: undefined,
  references: null,
};

function MatchedDocument({
  document,
  page,
  status,
  banner,
  instead,
  onShow,
  isShown,
  isAsked,
  ...shown
}: MatchedProps) {
  const client = useQueryClient();
  const {
    data: availability,
    refetch,
    isFetching,
    isPlaceholderData,
  } = useQuery({
    ...availabilityQuery(document),
    enabled: isAsked,
    placeholderData: () => client.getQueryData(aheadQuery(document).queryKey),
  });
  const session = useSession();
  const { username, account, displayName } = session;
  const name = pdfFileName(document);
  const [currentPage, setCurrentPage] = useCurrentPage(page, username, name);
  const Viewer = useViewer();
  const isLibrarian = hasRole(session, 'EGD_LIB_EDIT');
  const note = useSearchParams()[0].get('note');
  const source = usePdfSource(pdfAddress(document), availability, isPlaceholderData);
  const content = availability?.state === 'available' ? availability.content : null;
  const facts = usePageFacts(name, content);
  const state = availability?.state;
  // What was opened stays on the screen until it is known that it is gone, or another is there.
  const isUnanswered = state === 'unknown' || state === 'unreachable';
  const mayStay = state === 'available' || state === 'changing' || isUnanswered;
  const showsViewer = Viewer !== null && source !== null && mayStay;

  useLayoutEffect(
    function tellOfViewer() {
      if (!showsViewer || !isShown) return;
      onShow('viewer');
      endInVain();
    },
    [showsViewer, isShown, onShow],
  );

  if (!isShown && !showsViewer) return null;
  if (state === undefined || Viewer === null) return <PageOutline />;
  if (source !== null && mayStay) {
    return (
      // oxlint-disable-next-line react/static-components -- every render gives the same component
      <Viewer
        user={username}
        key={source.etag} // a file that was replaced is opened again, on the current page
        source={source}
        fileName={name}
        name={documentName(document)}
        status={status}
        startPage={() => currentPage.current}
        page={page}
        {...shown}
        banner={banner}
        isPrepared={!isShown}
        onPage={isShown ? setCurrentPage : ignorePage}
        facts={facts}
        readOcr={(from) => readOcrWords(name, from)}
        notes={
          account === undefined || !isShown
            ? null
            : { name, account, displayName: displayName ?? account, isLibrarian, note }
        }
        onRefused={async () => (await refetch()).data?.state === 'available'}
        isReplaced={state === 'changing'}
        isUnchecked={availability?.state === 'available' && availability.isUnchecked}
      />
    );
  }
  if (state === 'available') return <PageOutline />;
  return (
    <Message onShow={onShow} takeFocus={shown.takeFocus} banner={banner}>
      {state === 'changing' && <BeingReplaced />}
      {state === 'damaged' && <Damaged />}
      {(state === 'missing' || isUnanswered) && (
        <NotAvailable isUnreachable={state === 'unreachable'}>
          {isUnanswered && (
            <Button aria-disabled={isFetching} onClick={() => void refetch()}>
              <RotateCw size="1rem" aria-hidden />
              Try again
            </Button>
          )}
          {state === 'missing' && instead}
        </NotAvailable>
      )}
    </Message>
  );
}

const ignorePage = () => {};

/** What the library knows of this content of a PDF; null until it does. */
function usePageFacts(name: string, content: string | null): PageFacts | null {
  const client = useQueryClient();
  const { data: pages, refetch } = useQuery(pagesQuery(name));
  const isOther = content !== null && pages != null && pages.content !== content;
  useEffect(
    function readAgain() {
      if (isOther) void refetch();
    },
    [isOther, refetch],
  );
  return useMemo(
    () => (pages?.content === content && pages ? pageFacts(client, name, pages) : null),
    [client, name, pages, content],
  );
}

/** The page the reader has turned to. The address follows. */
function useCurrentPage(
  page: number,
  user: string,
  file: string,
): [RefObject<number>, (page: number) => void] {
  const current = useRef(page);
  const isShown = useRef(false);
  const [address] = useState(() => new PageAddress());
  const setCurrent = useCallback(
    (turnedTo: number) => {
      current.current = turnedTo;
      isShown.current = true;
      address.set(turnedTo);
    },
    [address],
  );
  useEffect(
    function writeWhenTheWindowGoes() {
      const keep = () => isShown.current && rememberPlace(user, file, current.current);
      const flush = () => {
        address.flush();
        keep();
      };
      window.addEventListener('pagehide', flush);
      return () => {
        window.removeEventListener('pagehide', flush);
        keep();
        address.cancel(); // the address is another document's by now
      };
    },
    [address, user, file],
  );
  return [current, setCurrent];
}

type NotAvailableProps = { isUnreachable: boolean; children: ReactNode };

function NotAvailable({ isUnreachable, children }: NotAvailableProps) {
  return (
    <Empty
      icon={<FileX size="1.75rem" />}
      title="Document Not Available"
      text={
        isUnreachable
          ? 'The folder of the PDFs is unreachable. Tell your administrator. The document opens here when the folder is back.'
          : 'This document entry exists, but the PDF file was not found.'
      }
    >
      {children}
    </Empty>
  );
}

function BeingReplaced() {
  return (
    <Empty
      icon={<RotateCw size="1.75rem" />}
      title="This document is being replaced"
      text="A new file is being copied. It opens here when it is complete. If that takes long, tell your librarian."
    />
  );
}

function Damaged() {
  return (
    <Empty
      icon={<FileX size="1.75rem" />}
      title="This document cannot be shown"
      text="Its file is damaged or is not a PDF. Tell your librarian."
    />
  );
}

export function NoDocumentFound() {
  return (
    <Empty
      icon={<FileQuestion size="1.75rem" />}
      title="No Document Found"
      text="No matching document was found. Please check your input or try again."
    />
  );
}

function NothingSearched() {
  return (
    <div className={styles.invitation}>
      <Empty
        icon={<Library size="1.75rem" />}
        title="Which standard do you need?"
        text="Choose a customer and a standard number, then press Search to read the document here."
      />
      <Suspense>
        <Start />
      </Suspense>
    </div>
  );
}

type MessageProps = Pick<Props, 'onShow' | 'takeFocus'> & {
  banner?: ReactNode;
  children: ReactNode;
};

export function Message({ onShow, takeFocus, banner, children }: MessageProps) {
  const box = useRef<HTMLDivElement>(null);
  // Asked once, when the message appears.
  const latestTakeFocus = useRef(takeFocus);

  useLayoutEffect(
    function tellOfMessage() {
      onShow('message');
    },
    [onShow],
  );
  useEffect(function scrollIntoSight() {
    if (box.current === null || !latestTakeFocus.current()) return;
    return keepInSight(box.current);
  }, []);
  return (
    <div ref={box} className={styles.message}>
      {banner}
      <div aria-live="polite" className={styles.words}>
        {children}
      </div>
    </div>
  );
}

export function PageOutline() {
  return (
    <div className={styles.outline}>
      <SheetOutline name="Looking for the document" words="Still looking for the document…" />
    </div>
  );
}
