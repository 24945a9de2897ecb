import { useEffect, useState } from 'react';
import {
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  type PDFPageProxy,
  getDocument,
} from 'pdfjs-dist';

/** The document behind an address, null until it is loaded. It is given back on leaving. */
export function usePdf(address: string): PDFDocumentProxy | null {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  useEffect(
    function openDocument() {
      GlobalWorkerOptions.workerSrc = '/pdf.worker.min.mjs'; // specification, section 9
      const task = getDocument({
        url: address,
        withCredentials: true,
        cMapUrl: '/pdfjs/cmaps/',
        standardFontDataUrl: '/pdfjs/standard_fonts/',
        wasmUrl: '/pdfjs/wasm/',
        iccUrl: '/pdfjs/iccs/',
        enableXfa: false,
      });
      let left = false;
      task.promise.then(setPdf, (error: unknown) => {
        if (!left) reportRenderError(error);
      });
      return () => {
        left = true;
        setPdf(null);
        void task.destroy();
      };
    },
    [address],
  );
  return pdf;
}

export function usePdfPage(pdf: PDFDocumentProxy | null, number: number): PDFPageProxy | null {
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  useEffect(
    function fetchPage() {
      if (pdf === null) return;
      let left = false;
      pdf.getPage(number).then(
        (fetched) => !left && setPage(fetched),
        (error: unknown) => !left && reportRenderError(error),
      );
      return () => {
        left = true;
      };
    },
    [pdf, number],
  );
  return page;
}

/** The console only: specification, section 8. */
export function reportRenderError(error: unknown): void {
  console.error('Failed to render the PDF', error);
}
