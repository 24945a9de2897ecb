import { useLayoutEffect, useRef, useState } from 'react';
import type { Availability } from '../../api.ts';
import { openSource, type PdfSource } from '../../viewer/bytes/pdf-source.ts';
import { takeAhead } from './fetch-ahead.ts';

/**
 * The file for the viewer, of which the first bytes are requested before the viewer is shown. It stays
 * while it is replaced, until the new one is there.
 */
export function usePdfSource(
  address: string,
  availability: Availability | undefined,
  /** The answer was given before the reader asked for the document. */
  isAhead = false,
): PdfSource | null {
  const [source, setSource] = useState<PdfSource | null>(null);
  const opened = useRef<string | null>(null);
  const isConfirmed = useRef(false);
  const isAvailable = availability?.state === 'available';
  const bytes = isAvailable ? availability.bytes : null;
  const etag = isAvailable ? availability.etag : null;

  useLayoutEffect(
    function startFetching() {
      if (!isAvailable || (etag !== null && etag === opened.current)) return;
      opened.current = etag;
      const file = takeAhead({ address, etag }) ?? openSource({ address, bytes, etag });
      // oxlint-disable-next-line react/set-state-in-effect -- the requests are to start before React renders the viewer
      setSource(file);
      return () => file.prefetch.cancel();
    },
    [isAvailable, address, bytes, etag],
  );
  useLayoutEffect(
    function dropIfNotConfirmed() {
      if (isAvailable && !isAhead) isConfirmed.current = true;
      if (!isAvailable && !isConfirmed.current) {
        opened.current = null;
        // oxlint-disable-next-line react/set-state-in-effect -- nothing of a file that is gone may be shown
        setSource(null);
      }
    },
    [isAvailable, isAhead],
  );
  return source;
}
