import { useEffect, useRef, useState } from 'react';
import { type PDFDocumentProxy, RenderingCancelledException } from 'pdfjs-dist';
import styles from './thumbnails.module.css';

type Props = { pdf: PDFDocumentProxy; page: number; goTo: (page: number) => void };

// As in thumbnails.module.css.
const rowPixels = 188;
const pictureWidth = 112;
const pictureHeight = 150;

/** Every page as a small picture. Only those in view exist, so only they are drawn and kept. */
export function Thumbnails({ pdf, page, goTo }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ first: page, last: page });

  useEffect(function followScroll() {
    const element = list.current;
    if (element === null) return;
    const look = () => {
      const first = Math.floor(element.scrollTop / rowPixels) + 1;
      const last = Math.ceil((element.scrollTop + element.clientHeight) / rowPixels);
      setSeen((before) =>
        before.first === first && before.last === last ? before : { first, last },
      );
    };
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);

  useEffect(
    function bringCurrentIntoView() {
      const element = list.current;
      if (element === null) return;
      const top = (page - 1) * rowPixels;
      const above = top < element.scrollTop;
      const below = top + rowPixels > element.scrollTop + element.clientHeight;
      if (above || below) element.scrollTop = top - (element.clientHeight - rowPixels) / 2;
    },
    [page],
  );

  const last = Math.min(seen.last, pdf.numPages);
  const numbers = Array.from({ length: last - seen.first + 1 }, (_, at) => seen.first + at);
  return (
    <div ref={list} className={styles.list}>
      <div className={styles.all} style={{ height: pdf.numPages * rowPixels }}>
        {numbers.map((number) => (
          <button
            key={number}
            type="button"
            className={styles.row}
            style={{ top: (number - 1) * rowPixels }}
            aria-label={`Go to page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => goTo(number)}
          >
            <Picture pdf={pdf} number={number} />
            {number}
          </button>
        ))}
      </div>
    </div>
  );
}

function Picture({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const frame = useRef<HTMLSpanElement>(null);
  useEffect(
    function drawPicture() {
      const canvas = document.createElement('canvas');
      const given = new AbortController();
      drawThumbnail(pdf, number, canvas, given.signal).then(
        () => given.signal.aborted || frame.current?.replaceChildren(canvas),
        (error: unknown) => {
          const cancelled = error instanceof RenderingCancelledException || given.signal.aborted;
          if (!cancelled) console.error(`Failed to draw page ${number} small`, error);
        },
      );
      return () => {
        given.abort();
        canvas.remove();
        canvas.width = 0; // gives its memory back at once
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
