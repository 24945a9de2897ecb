import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { FileQuestion, FileX, Library, RotateCw } from 'lucide-react';
import type { DocumentEntry } from '#contract/catalogue.ts';
import { type DocumentIdentity, pdfAddress, pdfFileName } from '#contract/file-name.ts';
import { availabilityQuery } from '../../api.ts';
import button from '../../ui/button.module.css';
import { Empty } from '../../ui/notice.tsx';
import { whenIdle } from '../../when-idle.ts';
import styles from './document-area.module.css';
import { usePdfSource } from './use-pdf-source.ts';
import { writePage } from './use-search.ts';
import { loadViewer, useViewer } from './use-viewer.ts';

/** pdf.js is large: it comes once the page has nothing better to do, before anyone asks for it. */
export function prefetchViewer(): () => void {
  return whenIdle(loadViewer);
}

type Props = {
  looking: boolean;
  searched: DocumentIdentity | null;
  /** The entry that was searched for; null when there is none. */
  match: DocumentEntry | null;
  page: number;
};

/** The viewer, or one of the messages that stand in its place; specification, section 2. */
export function DocumentArea({ looking, searched, match, page }: Props) {
  if (looking) return <PageSkeleton />;
  if (match !== null) {
    return <MatchedDocument key={pdfAddress(match)} document={match} page={page} />;
  }
  return <Message>{searched === null ? <Invitation /> : <NoDocumentFound />}</Message>;
}

function MatchedDocument({ document, page }: { document: DocumentEntry; page: number }) {
  const { data: availability, refetch, isFetching } = useQuery(availabilityQuery(document));
  const [reached, reach] = useReached(page);
  const Viewer = useViewer();
  const source = usePdfSource(pdfAddress(document), availability);
  if (availability === undefined || Viewer === null) return <PageSkeleton />;
  if (availability.state === 'available') {
    if (source === null) return <PageSkeleton />;
    return (
      // oxlint-disable-next-line react/static-components -- it is always the same one
      <Viewer
        key={source.etag} // a file that was replaced is opened anew, on the page that was reached
        source={source}
        fileName={pdfFileName(document)}
        startPage={() => reached.current}
        page={page}
        onPage={reach}
        onRefused={refetch}
      />
    );
  }
  return (
    <Message>
      <Empty
        icon={<FileX size="1.75rem" />}
        title="Document Not Available"
        text="This document entry exists, but the PDF file was not found."
      >
        {availability.state === 'unknown' && (
          <button
            type="button"
            className={button.secondary}
            aria-disabled={isFetching}
            onClick={() => void refetch()}
          >
            <RotateCw size="1rem" aria-hidden />
            Try again
          </button>
        )}
      </Empty>
    </Message>
  );
}

// Browsers refuse to write the address more than some 200 times in ten seconds.
const restMs = 150;

/** The page the reader has turned to. It is put into the address once the reader rests on it. */
function useReached(page: number): [RefObject<number>, (page: number) => void] {
  const reached = useRef(page);
  const writing = useRef(0);
  const reach = useCallback((turnedTo: number) => {
    reached.current = turnedTo;
    clearTimeout(writing.current);
    writing.current = window.setTimeout(writePage, restMs, turnedTo);
  }, []);
  useEffect(function writeNoMoreOnLeave() {
    return () => clearTimeout(writing.current);
  }, []);
  return [reached, reach];
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

function Invitation() {
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

function PageSkeleton() {
  return (
    <div className={styles.skeleton} aria-busy="true">
      <div className={styles.sheet} />
    </div>
  );
}
