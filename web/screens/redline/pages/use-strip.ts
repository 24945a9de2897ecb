import { useEffect, useState } from 'react';
import { importStrip } from '../../../viewer/load-viewer.ts';
import type { PdfStrip } from '../../../viewer/strip/pdf-strip.tsx';

let loaded: typeof PdfStrip | null = null;

async function load(): Promise<typeof PdfStrip> {
  loaded = (await importStrip()).PdfStrip;
  return loaded;
}

/** What draws pages; null while its code and pdf.js are loaded. */
export function useStrip(): typeof PdfStrip | null {
  const [strip, setStrip] = useState(() => loaded);
  useEffect(
    function loadIfNeeded() {
      if (strip !== null) return;
      load().then(
        (component) => setStrip(() => component),
        (error: unknown) =>
          setStrip(() => {
            throw error; // the error boundary says that the screen cannot be loaded
          }),
      );
    },
    [strip],
  );
  return strip;
}
