import { useEffect, useReducer, useRef } from 'react';
import { PdfPage } from './pdf-page.tsx';
import { Toolbar } from './toolbar.tsx';
import { useFullscreen } from './use-fullscreen.ts';
import { usePdf, usePdfPage } from './use-pdf.ts';
import { useWidth } from './use-width.ts';
import { initialView, initialZoomTenths, nextView } from './view-state.ts';
import styles from './viewer.module.css';

type Props = {
  address: string;
  fileName: string;
  firstPage: number;
  onPage: (page: number) => void;
};

/** Shows one page of a PDF at a time, with a toolbar above and below it. */
export function Viewer({ address, fileName, firstPage, onPage }: Props) {
  const viewer = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [view, act] = useReducer(nextView, firstPage, initialView);
  const [fullscreen, toggleFullscreen] = useFullscreen(viewer);
  const width = useWidth(sheet);
  const pdf = usePdf(address);
  const page = usePdfPage(pdf, view.page);

  useEffect(
    function countPages() {
      if (pdf !== null) act({ type: 'loaded', total: pdf.numPages });
    },
    [pdf],
  );

  useEffect(
    function tellPage() {
      if (view.total !== null) onPage(view.page);
      sheet.current?.scrollTo({ top: 0 });
    },
    [view.page, view.total, onPage],
  );

  const tools = { view, act, address, fileName, fullscreen, toggleFullscreen };
  return (
    <div ref={viewer} className={styles.viewer}>
      <Toolbar name="Toolbar above the page" {...tools} />
      <section
        ref={sheet}
        className={styles.sheet}
        aria-label={`Page ${view.page}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard, too
        tabIndex={0}
      >
        {page !== null && width > 0 && (
          // Zoom 3 is the width of the viewer.
          <PdfPage page={page} cssWidth={(width * view.zoomTenths) / initialZoomTenths} />
        )}
      </section>
      <Toolbar name="Toolbar below the page" {...tools} />
    </div>
  );
}
