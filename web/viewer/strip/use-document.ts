import { useEffect, useRef, useState } from 'react';
import type { Trouble } from '../bytes/file-bytes.ts';
import { type LoadFailure, type Loading, failureOf, loadDocument } from '../bytes/load-document.ts';
import type { PdfSource } from '../bytes/pdf-source.ts';
import type { PDFDocumentProxy } from '../pdf-js/pdf-js.ts';

export type Opened =
  | { state: 'opening' }
  | { state: 'ready'; pdf: PDFDocumentProxy }
  | { state: 'locked' }
  | { state: 'failed'; why: LoadFailure };

/** A document as long as it is shown. `trouble`: why its bytes do not come, while requests are retried. */
export function useDocument(
  source: PdfSource,
  onRefused: () => Promise<boolean>,
): { opened: Opened; trouble: Trouble | null } {
  const [opened, setOpened] = useState<Opened>({ state: 'opening' });
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const latestOnRefused = useRef(onRefused);
  useEffect(function keepLatest() {
    latestOnRefused.current = onRefused;
  });

  useEffect(
    function openDocument() {
      let isGone = false;
      const set = (next: Opened) => isGone || setOpened(next);
      const loading: Loading = loadDocument(source, {
        onTrouble: (next) => isGone || setTrouble(next),
        onRefused: () => latestOnRefused.current(),
        onPassword: () => set({ state: 'locked' }),
      });
      loading.pdf.then(
        (pdf) => set({ state: 'ready', pdf }),
        (error: unknown) => {
          if (!isGone) console.error('Failed to open the PDF', error);
          set({ state: 'failed', why: failureOf(error) });
        },
      );
      return () => {
        isGone = true;
        setOpened({ state: 'opening' });
        loading.close().catch((error: unknown) => console.error('Failed to close the PDF', error));
      };
    },
    [source],
  );
  return { opened, trouble };
}
