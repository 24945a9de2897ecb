import { useEffect, useState } from 'react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import styles from './outline.module.css';
import panel from './side-panel.module.css';

type Item = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];
type Follow = (destination: string | unknown[]) => void;

/** The document's own table of contents. */
export function Outline({ pdf, follow }: { pdf: PDFDocumentProxy; follow: Follow }) {
  const [items, setItems] = useState<Item[] | null>(null);
  useEffect(
    function readOutline() {
      let cancelled = false;
      pdf.getOutline().then(
        // Null for a document without an outline, which pdf.js's types leave out.
        (outline: Item[] | null) => !cancelled && setItems(outline ?? []),
        (error: unknown) =>
          !cancelled && (console.error('Failed to read the outline', error), setItems([])),
      );
      return () => {
        cancelled = true;
      };
    },
    [pdf],
  );
  return (
    <div className={panel.scroll}>
      {items?.length === 0 && <p className={panel.empty}>This document has no outline.</p>}
      {items !== null && items.length > 0 && <Level items={items} follow={follow} />}
    </div>
  );
}

function Level({ items, follow }: { items: Item[]; follow: Follow }) {
  return (
    <ul className={styles.level}>
      {items.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- titles may repeat, and the list never changes
        <li key={index}>
          <OutlineLink item={item} follow={follow} />
          {item.items.length > 0 && <Level items={item.items} follow={follow} />}
        </li>
      ))}
    </ul>
  );
}

function OutlineLink({ item, follow }: { item: Item; follow: Follow }) {
  if (item.url !== null) {
    return (
      <a className={styles.item} href={item.url} target="_blank" rel="noopener noreferrer">
        {item.title}
      </a>
    );
  }
  const { dest } = item;
  return (
    <button
      type="button"
      className={styles.item}
      disabled={dest === null}
      onClick={() => dest !== null && follow(dest)}
    >
      {item.title}
    </button>
  );
}
