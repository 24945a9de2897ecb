import { useEffect, useRef } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type PDFDocumentProxy, RenderingCancelledException } from '../pdf-js/pdf-js.ts';
import styles from './thumbnails.module.css';

type Props = { pdf: PDFDocumentProxy; page: number; goTo: (page: number) => void };

// As in thumbnails.module.css.
const rowPixels = 188;
const pictureWidth = 112;
const pictureHeight = 150;

/**
 * A small picture of every page. Only the rows in view and one more at either end exist, so only
 * their pictures are drawn and kept; the one more is where the Tab key goes on to.
 */
export function Thumbnails({ pdf, page, goTo }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => list.current,
    estimateSize: () => rowPixels,
    overscan: 1,
    // Opens with the current page in the second row, so that the one before it is in view, too.
    initialOffset: () => Math.max(0, (page - 2) * rowPixels),
  });

  useEffect(
    function bringCurrentIntoView() {
      const index = page - 1;
      const [nearest] = rows.getOffsetForIndex(index, 'auto') ?? [];
      if (nearest !== rows.scrollOffset) rows.scrollToIndex(index, { align: 'center' });
    },
    [rows, page],
  );

  return (
    <div ref={list} className={styles.list}>
      <div className={styles.all} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const number = index + 1;
          return (
            <button
              key={number}
              type="button"
              className={styles.row}
              style={{ top: start }}
              aria-label={`Go to page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => goTo(number)}
            >
              <Picture pdf={pdf} number={number} />
              {number}
            </button>
          );
        })}
      </div>
    </div>
  );
}

function Picture({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const frame = useRef<HTMLSpanElement>(null);
  useEffect(
    function drawPicture() {
      const canvas = document.createElement('canvas');
      const released = new AbortController();
      drawThumbnail(pdf, number, canvas, released.signal).then(
        () => released.signal.aborted || frame.current?.replaceChildren(canvas),
        (error: unknown) => {
          const cancelled = error instanceof RenderingCancelledException || released.signal.aborted;
          if (!cancelled) console.error(`Failed to draw the thumbnail of page ${number}`, error);
        },
      );
      return () => {
        released.abort();
        canvas.remove();
        canvas.width = 0; // releases its memory at once
      };
    },
    [pdf, number],
  );
  return <span ref={frame} className={styles.picture} />;
}

async function drawThumbnail(
  pdf: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<void> {
  const page = await pdf.getPage(number);
  if (signal.aborted) return;
  const { width, height } = page.getViewport({ scale: 1 });
  const fit = Math.min(pictureWidth / width, pictureHeight / height);
  const viewport = page.getViewport({ scale: fit * window.devicePixelRatio });
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  canvas.style.width = `${width * fit}px`;
  const task = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel());
  await task.promise;
}
