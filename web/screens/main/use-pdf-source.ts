import { useLayoutEffect, useState } from 'react';
import type { Availability } from '../../api.ts';
import { HeadStart, type PdfSource } from '../../viewer/bytes/pdf-source.ts';

/** The file for the viewer, on its way before the viewer is on the screen; null until it is known. */
export function usePdfSource(
  address: string,
  availability: Availability | undefined,
): PdfSource | null {
  const [source, setSource] = useState<PdfSource | null>(null);
  const isThere = availability?.state === 'available';
  const bytes = isThere ? availability.bytes : null;
  const etag = isThere ? availability.etag : null;

  useLayoutEffect(
    function startFetching() {
      if (!isThere) return;
      const file = { address, bytes, etag };
      const headStart = new HeadStart(file);
      // oxlint-disable-next-line react/set-state-in-effect -- the viewer's rendering is to come after
      setSource({ ...file, headStart });
      return () => headStart.end();
    },
    [isThere, address, bytes, etag],
  );
  return source;
}
