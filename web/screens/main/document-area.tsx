import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { FileQuestion, FileX, Library, RotateCw } from 'lucide-react';
import type { DocumentEntry } from '#contract/catalogue.ts';
import { type DocumentIdentity, pdfAddress, pdfFileName } from '#contract/file-name.ts';
import { availabilityQuery } from '../../api.ts';
import { useSession } from '../../session.ts';
import { Button } from '../../ui/button/button.tsx';
import { Empty } from '../../ui/feedback/notice.tsx';
import { SheetOutline } from '../../ui/feedback/sheet-outline.tsx';
import { whenIdle } from '../../when-idle.ts';
import styles from './document-area.module.css';
import { PageAddress } from './page-address.ts';
import { usePdfSource } from './use-pdf-source.ts';
import { loadViewer, useViewer } from './use-viewer.ts';

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
  page: number;
};

/** The viewer, or a message in its place; specification, section 2. */
export function DocumentArea({ searching, searched, match, page }: Props) {
  if (searching) return <PageOutline />;
  if (match !== null) {
    return <MatchedDocument key={pdfAddress(match)} document={match} page={page} />;
  }
  return <Message>{searched === null ? <NothingSearched /> : <NoDocumentFound />}</Message>;
}

function MatchedDocument({ document, page }: { document: DocumentEntry; page: number }) {
  const { data: availability, refetch, isFetching } = useQuery(availabilityQuery(document));
  const [currentPage, setCurrentPage] = useCurrentPage(page);
  const Viewer = useViewer();
  const { username } = useSession();
  const source = usePdfSource(pdfAddress(document), availability);
  if (availability === undefined || Viewer === null) return <PageOutline />;
  const { state } = availability;
  // What was opened stays on the screen until it is known that it is gone, or another is there.
  const mayStay = state === 'available' || state === 'changing' || state === 'unknown';
  if (source !== null && mayStay) {
    return (
      // oxlint-disable-next-line react/static-components -- every render gives the same component
      <Viewer
        user={username}
        key={source.etag} // a file that was replaced is opened again, on the current page
        source={source}
        fileName={pdfFileName(document)}
        startPage={() => currentPage.current}
        page={page}
        onPage={setCurrentPage}
        onRefused={async () => (await refetch()).data?.state === 'available'}
        isReplaced={state === 'changing'}
      />
    );
  }
  if (state === 'available') return <PageOutline />;
  return (
    <Message>
      {state === 'changing' && <BeingReplaced />}
      {state === 'damaged' && <Damaged />}
      {(state === 'missing' || state === 'unknown') && (
        <NotAvailable>
          {state === 'unknown' && (
            <Button aria-disabled={isFetching} onClick={() => void refetch()}>
              <RotateCw size="1rem" aria-hidden />
              Try again
            </Button>
          )}
        </NotAvailable>
      )}
    </Message>
  );
}

/** The page the reader has turned to. The address follows. */
function useCurrentPage(page: number): [RefObject<number>, (page: number) => void] {
  const current = useRef(page);
  const [address] = useState(() => new PageAddress());
  const setCurrent = useCallback(
    (turnedTo: number) => {
      current.current = turnedTo;
      address.set(turnedTo);
    },
    [address],
  );
  useEffect(
    function writeWhenTheWindowGoes() {
      const flush = () => address.flush();
      window.addEventListener('pagehide', flush);
      return () => {
        window.removeEventListener('pagehide', flush);
        address.cancel(); // the address is another document's by now
      };
    },
    [address],
  );
  return [current, setCurrent];
}

function NotAvailable({ children }: { children: React.ReactNode }) {
  return (
    <Empty
      icon={<FileX size="1.75rem" />}
      title="Document Not Available"
      text="This document entry exists, but the PDF file was not found."
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
      text="Its file is being copied. It opens here as soon as it is complete. If that takes long, tell your librarian."
    />
  );
}

function Damaged() {
  return (
    <Empty
      icon={<FileX size="1.75rem" />}
      title="This document cannot be shown"
      text="Its file is there, but it is damaged or is not a PDF. Tell your librarian."
    />
  );
}

function NoDocumentFound() {
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
    <Empty
      icon={<Library size="1.75rem" />}
      title="Which standard do you need?"
      text="Choose a customer and a standard number, then press Search to read the document here."
    />
  );
}

function Message({ children }: { children: React.ReactNode }) {
  return (
    <div aria-live="polite" className={styles.message}>
      {children}
    </div>
  );
}

function PageOutline() {
  return (
    <div className={styles.outline}>
      <SheetOutline name="Looking for the document" words="Still looking for the document…" />
    </div>
  );
}
