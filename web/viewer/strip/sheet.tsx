import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type PDFDocumentProxy,
  type PDFPageProxy,
  RenderingCancelledException,
  TextLayer,
} from '../pdf-js/pdf-js.ts';
import { isHandheld } from '../platform.ts';
import styles from './strip.module.css';

type Props = {
  pdf: PDFDocumentProxy;
  number: number;
  name: string;
  top: number;
  width: number;
  height: number;
  /** Drawn over the page. */
  children: ReactNode;
};

/** Pages that only pass by are not drawn. */
const restMs = 60;

/** One page of a strip: its picture, its text to select and to read aloud, and what is drawn over it. */
export function Sheet({ pdf, number, name, top, width, height, children }: Props) {
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(
    function openPage() {
      let isGone = false;
      const timer = setTimeout(() => {
        pdf.getPage(number).then(
          (opened) => isGone || setPage(opened),
          (error: unknown) => {
            if (isGone) return;
            console.error(`Failed to read page ${number}`, error);
            setFailed(true);
          },
        );
      }, restMs);
      return () => {
        isGone = true;
        clearTimeout(timer);
      };
    },
    [pdf, number],
  );

  useEffect(
    function drawPage() {
      if (page === null) return;
      const canvas = document.createElement('canvas');
      const scale = width / page.getViewport({ scale: 1 }).width;
      const viewport = page.getViewport({ scale: scale * sharpness(width, height) });
      canvas.width = Math.round(viewport.width);
      canvas.height = Math.round(viewport.height);
      const task = page.render({ canvas, viewport });
      // What was drawn in another size stays until this is.
      const show = () => {
        const before = [...(picture.current?.querySelectorAll('canvas') ?? [])];
        picture.current?.replaceChildren(canvas);
        before.forEach(release);
      };
      task.promise.then(show, (error: unknown) => {
        if (error instanceof RenderingCancelledException) return;
        console.error(`Failed to draw page ${number}`, error);
        setFailed(true);
      });
      return () => {
        task.cancel();
        if (!canvas.isConnected) release(canvas);
      };
    },
    [page, number, width, height],
  );

  useEffect(
    function addText() {
      const container = text.current;
      if (page === null || container === null) return;
      const viewport = page.getViewport({ scale: 1 });
      const layer = new TextLayer({
        textContentSource: page.streamTextContent({ includeMarkedContent: true }),
        container,
        viewport,
      });
      layer.render().catch(() => {}); // cancelled, or a page of which the picture fails as well
      return () => {
        layer.cancel();
        container.replaceChildren();
      };
    },
    [page],
  );

  useEffect(
    function releaseMemory() {
      const frame = picture.current;
      return () => {
        frame?.querySelectorAll('canvas').forEach(release);
        page?.cleanup();
      };
    },
    [page],
  );

  const scale = page === null ? 1 : width / page.getViewport({ scale: 1 }).width;
  const style: CSSProperties & Record<`--${string}`, number | string> = {
    top,
    width,
    height,
    // By which pdf.js sizes the text.
    '--total-scale-factor': scale * (page?.userUnit ?? 1),
    '--scale-round-x': '1px',
    '--scale-round-y': '1px',
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a `fieldset` groups fields
    <div role="group" aria-label={name} className={styles.sheet} style={style}>
      <div ref={picture} className={styles.picture} aria-hidden />
      <div ref={text} className="textLayer" />
      {failed && <p className={styles.fault}>Page {number} cannot be drawn.</p>}
      {children}
    </div>
  );
}

function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0; // releases its memory at once
}

// 32 MB a picture, a third of it on phones and tablets: some six of them exist at a time on each side.
const mostPixels = 8_388_608;

/** Pixels of the picture for one of the page: what the screen can show, as far as memory allows. */
function sharpness(width: number, height: number): number {
  const most = isHandheld() ? mostPixels / 3 : mostPixels;
  return Math.min(window.devicePixelRatio, Math.sqrt(most / (width * height)));
}
