import { useEffect, useState } from 'react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import styles from './facts.module.css';
import { describeBytes, describePageSize } from './measures.ts';
import panel from './side-panel.module.css';

type Props = { pdf: PDFDocumentProxy; page: number; bytes: number | null; fileName: string };

/** What is known of the document itself. */
export function Facts({ pdf, page, bytes, fileName }: Props) {
  const [title, setTitle] = useState('');
  const [pageSize, setPageSize] = useState('');

  useEffect(
    function readTitle() {
      let left = false;
      pdf.getMetadata().then(
        // A dictionary of the PDF's own; anything may be in it.
        ({ info }) => !left && setTitle(String((info as Record<string, unknown>)['Title'] ?? '')),
        (error: unknown) => console.error('Failed to read the metadata', error),
      );
      return () => {
        left = true;
      };
    },
    [pdf],
  );

  useEffect(
    function measurePage() {
      let left = false;
      pdf.getPage(page).then(
        (proxy) => !left && setPageSize(describePageSize(proxy.getViewport({ scale: 1 }))),
        () => !left && setPageSize('unknown'),
      );
      return () => {
        left = true;
      };
    },
    [pdf, page],
  );

  return (
    <dl className={`${panel.scroll} ${styles.facts}`}>
      {title !== '' && <Fact name="Title" value={title} />}
      <Fact name="File" value={fileName} />
      <Fact name="Pages" value={String(pdf.numPages)} />
      {bytes !== null && <Fact name="Size" value={describeBytes(bytes)} />}
      <Fact name={`Size of page ${page}`} value={pageSize} />
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
