import { useEffect, useRef } from 'react';
import { type PDFPageProxy, RenderingCancelledException, TextLayer } from 'pdfjs-dist';
import styles from './pdf-page.module.css';
import { reportRenderError } from './use-pdf.ts';

// Some 64 MB of memory. An A0 sheet at the largest zoom would need fifty times that.
const maxCanvasPixels = 16_000_000;

/** One page at a width: its picture, and its text above it for selecting and screen readers. */
export function PdfPage({ page, cssWidth }: { page: PDFPageProxy; cssWidth: number }) {
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const natural = page.getViewport({ scale: 1 });
  const scale = cssWidth / natural.width;

  useEffect(
    function drawPicture() {
      const canvas = document.createElement('canvas');
      const viewport = page.getViewport({ scale: scale * sharpness(page, scale) });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      const task = page.render({ canvas, viewport });
      // The old picture, stretched, stays until the new one is whole.
      task.promise.then(() => picture.current?.replaceChildren(canvas), reportUnlessCancelled);
      return () => task.cancel(); // a fast reader outruns the renderer
    },
    [page, scale],
  );

  useEffect(
    function layText() {
      const container = document.createElement('div');
      container.className = styles.text ?? '';
      container.style.setProperty('--total-scale-factor', String(scale));
      const viewport = page.getViewport({ scale });
      const layer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container,
        viewport,
      });
      layer.render().then(() => text.current?.replaceChildren(container), reportUnlessCancelled);
      return () => layer.cancel();
    },
    [page, scale],
  );

  return (
    <div
      className={styles.page}
      style={{ width: cssWidth, height: natural.height * scale }}
      data-page={page.pageNumber}
    >
      <div ref={picture} className={styles.picture} aria-hidden />
      <div ref={text} />
    </div>
  );
}

/** Canvas pixels per CSS pixel: what the screen can show, as far as memory allows. */
function sharpness(page: PDFPageProxy, scale: number): number {
  const { width, height } = page.getViewport({ scale });
  return Math.min(window.devicePixelRatio, Math.sqrt(maxCanvasPixels / (width * height)));
}

function reportUnlessCancelled(error: unknown): void {
  const cancelled =
    error instanceof RenderingCancelledException ||
    (error instanceof Error && error.name === 'AbortException');
  if (!cancelled) reportRenderError(error);
}
