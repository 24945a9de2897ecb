import { useEffect, useState } from 'react';
import { LoadingLine, SheetOutline } from '../ui/feedback/sheet-outline.tsx';
import type { PdfSource } from './bytes/pdf-source.ts';
import { maxWholeBytes } from './bytes/ranges.ts';
import { describeBytes } from './panel/sizes.ts';

/** In place of the page until the document is open. */
export function OpeningDocument({ source }: { source: PdfSource }) {
  const { bytes } = source;
  const isWhole = bytes !== null && bytes <= maxWholeBytes;
  const received = useReceived(source);
  // Of a large file only what is read is fetched: how much that will be, nobody knows.
  const amount = isWhole
    ? `${describeBytes(Math.min(received, bytes))} of ${describeBytes(bytes)}`
    : `${describeBytes(received)} so far`;
  const words = received === 0 ? 'Waiting for the server…' : `Loading… ${amount}`;
  return <SheetOutline name="Opening the document" words={words} />;
}

// A document opens with a few megabytes of its file; pdf.js reads all of one whose table is damaged.
const mostToOpenBytes = 64 * 1024 * 1024;

/** How much has to be read to open the document, once it shows that it is all of a large file; or null. */
export function useWholeFile(source: PdfSource): string | null {
  const isReadWhole = useReceived(source) > mostToOpenBytes;
  return isReadWhole && source.bytes !== null ? describeBytes(source.bytes) : null;
}

/** Over a page that is not drawn yet. */
export function LoadingPage({ source, page }: { source: PdfSource; page: number }) {
  const [before] = useState(() => source.received.bytes);
  const received = useReceived(source);
  const amount = received > before ? ` ${describeBytes(received - before)} so far` : '';
  return <LoadingLine name="Loading the page" words={`Loading page ${page}…${amount}`} />;
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
