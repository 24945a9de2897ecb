import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import type { Trouble } from '../bytes/file-bytes.ts';
import type { LoadFailure } from '../bytes/load-document.ts';
import type { PdfSource } from '../bytes/pdf-source.ts';
import { Sheet } from './sheet.tsx';
import { type StripLayout, pagesWithin } from './strip-layout.ts';
import styles from './strip.module.css';
import { type Opened, useDocument } from './use-document.ts';

type Props = {
  source: PdfSource;
  layout: StripLayout;
  /** What scrolls; it contains the strip. */
  scroller: RefObject<HTMLElement | null>;
  /** Before the number of a page, for screen readers. */
  name: string;
  overlay: (page: number) => ReactNode;
  /** Whether the file is there although the server does not give its bytes. */
  onRefused: () => Promise<boolean>;
};

/** Pages within this many windows above and below what is in view are drawn. */
const windowsAround = 0.5;

/** All pages of a PDF below each other, of which only those near the view exist. */
export function PdfStrip({ source, layout, scroller, name, overlay, onRefused }: Props) {
  const { opened, trouble } = useDocument(source, onRefused);
  const { first, last } = usePagesInView(layout, scroller);
  const pages = layout.pages.slice(Math.max(0, first - 1), last);
  return (
    <>
      <div className={styles.strip} style={{ width: layout.width, height: layout.height }}>
        {pages.map(({ top, height }, index) => {
          const number = first + index;
          const at = { top, height, width: layout.width };
          if (opened.state !== 'ready') {
            return <div key={number} className={styles.sheet} style={at} />;
          }
          return (
            <Sheet
              key={number}
              pdf={opened.pdf}
              number={number}
              name={`${name}, page ${number}`}
              {...at}
            >
              {overlay(number)}
            </Sheet>
          );
        })}
      </div>
      <output className={styles.notice}>{wordsOf(opened, trouble)}</output>
    </>
  );
}

const failureInWords: Record<LoadFailure, string> = {
  damaged: 'This PDF cannot be shown: it is damaged. Tell your librarian.',
  not_sent: 'The server does not send this PDF. Reload the page in a moment.',
  not_started: 'The PDF viewer could not start. Reload the page, or update your browser.',
};

function wordsOf(opened: Opened, trouble: Trouble | null): string {
  if (opened.state === 'failed') return failureInWords[opened.why];
  if (opened.state === 'locked')
    return 'This PDF cannot be shown here: it is protected by a password.';
  if (trouble === 'interrupted') return 'The connection is lost. Retrying…';
  if (trouble !== null) return 'The server does not send this PDF. Retrying…';
  return '';
}

function usePagesInView(layout: StripLayout, scroller: RefObject<HTMLElement | null>) {
  const [pages, setPages] = useState({ first: 1, last: 1 });
  useEffect(
    function followScrolling() {
      const box = scroller.current;
      if (box === null) return;
      const look = () => {
        const around = box.clientHeight * windowsAround;
        const top = box.scrollTop - around;
        const next = pagesWithin(layout, top, top + box.clientHeight + 2 * around);
        setPages((now) => (now.first === next.first && now.last === next.last ? now : next));
      };
      look();
      box.addEventListener('scroll', look, { passive: true });
      const resizes = new ResizeObserver(look);
      resizes.observe(box);
      return () => {
        box.removeEventListener('scroll', look);
        resizes.disconnect();
      };
    },
    [layout, scroller],
  );
  return pages;
}
