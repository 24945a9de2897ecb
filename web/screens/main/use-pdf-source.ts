import { useLayoutEffect, useState } from 'react';
import type { Availability } from '../../api.ts';
import { type PdfSource, Prefetch } from '../../viewer/bytes/pdf-source.ts';

/** The file for the viewer, of which the first bytes are requested before the viewer is shown. */
export function usePdfSource(
  address: string,
  availability: Availability | undefined,
): PdfSource | null {
  const [source, setSource] = useState<PdfSource | null>(null);
  const isAvailable = availability?.state === 'available';
  const bytes = isAvailable ? availability.bytes : null;
  const etag = isAvailable ? availability.etag : null;

  useLayoutEffect(
    function startFetching() {
      if (!isAvailable) return;
      const file = { address, bytes, etag };
      const prefetch = new Prefetch(file);
      // oxlint-disable-next-line react/set-state-in-effect -- the requests are to start before React renders the viewer
      setSource({ ...file, prefetch });
      return () => prefetch.cancel();
    },
    [isAvailable, address, bytes, etag],
  );
  return source;
}
