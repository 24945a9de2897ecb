import { useEffect, useState } from 'react';
import { LoadingLine, SheetOutline } from '../ui/feedback/sheet-outline.tsx';
import type { PdfSource } from './bytes/pdf-source.ts';
import { maxWholeBytes } from './bytes/ranges.ts';
import { describeBytes } from './panel/sizes.ts';

type OpeningProps = {
  source: PdfSource;
  fileName: string;
  /** Another message says why nothing comes. */
  isHeldUp: boolean;
  /** A picture of the page can be read meanwhile. */
  hasPicture: boolean;
};

const sharpIsComing = 'Loading full quality…';

/** In place of the page until the document is open. */
export function OpeningDocument({ source, fileName, isHeldUp, hasPicture }: OpeningProps) {
  const { bytes } = source;
  const isSmall = bytes !== null && bytes <= maxWholeBytes;
  const received = useReceived(source);
  // Of a large file only what is read is fetched: how much that will be, nobody knows.
  const amount = isSmall
    ? `${describeBytes(Math.min(received, bytes))} of ${describeBytes(bytes)}`
    : `${describeBytes(received)} so far`;
  const words =
    received > mostToOpenBytes && bytes !== null ? (
      <WholeFile bytes={bytes} address={source.address} fileName={fileName} />
    ) : received > 0 ? (
      `${hasPicture ? sharpIsComing : 'Loading…'} ${amount}`
    ) : hasPicture ? (
      sharpIsComing
    ) : (
      'Waiting for the server…'
    );
  const line = { name: 'Opening the document', words: isHeldUp ? null : words };
  return hasPicture ? <LoadingLine {...line} isBelow /> : <SheetOutline {...line} />;
}

// A document opens with a few megabytes of its file; pdf.js reads all of one whose table is damaged.
const mostToOpenBytes = 64 * 1024 * 1024;

type WholeFileProps = { bytes: number; address: string; fileName: string };

function WholeFile({ bytes, address, fileName }: WholeFileProps) {
  return (
    <>
      All {describeBytes(bytes)} of this damaged file must load before it opens. A browser may never
      finish.{' '}
      <a href={`${address}?download`} download={fileName}>
        Download
      </a>
    </>
  );
}

type LoadingPageProps = Omit<OpeningProps, 'fileName'> & { page: number };

/** Over a page that is not drawn yet. */
export function LoadingPage({ source, page, isHeldUp, hasPicture }: LoadingPageProps) {
  const [before] = useState(() => source.received.bytes);
  const received = useReceived(source);
  const amount = received > before ? ` ${describeBytes(received - before)} so far` : '';
  const waiting = hasPicture ? sharpIsComing : `Loading page ${page}…`;
  const words = isHeldUp ? null : `${waiting}${amount}`;
  return <LoadingLine name="Loading the page" words={words} isBelow={hasPicture} />;
}

const everyMs = 250;

function useReceived({ received }: PdfSource): number {
  const [bytes, setBytes] = useState(received.bytes);
  useEffect(
    function followReceived() {
      const timer = setInterval(() => setBytes(received.bytes), everyMs);
      return () => clearInterval(timer);
    },
    [received],
  );
  return bytes;
}
