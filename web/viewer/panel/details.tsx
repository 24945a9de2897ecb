import { useEffect, useState } from 'react';
import type { PDFDocumentProxy } from '../pdf-js/pdf-js.ts';
import styles from './details.module.css';
import panel from './side-panel.module.css';
import { describeBytes, describePageSize } from './sizes.ts';

type Props = { pdf: PDFDocumentProxy; page: number; bytes: number | null; fileName: string };

/** The title, name and size of the document, and the size of the current page. */
export function Details({ pdf, page, bytes, fileName }: Props) {
  const [title, setTitle] = useState('');
  const [pageSize, setPageSize] = useState('');

  useEffect(
    function readTitle() {
      let cancelled = false;
      pdf.getMetadata().then(
        // `info` is a dictionary of the PDF's own; anything may be in it.
        ({ info }) =>
          !cancelled && setTitle(String((info as Record<string, unknown>)['Title'] ?? '')),
        (error: unknown) => console.error('Failed to read the metadata', error),
      );
      return () => {
        cancelled = true;
      };
    },
    [pdf],
  );

  useEffect(
    function measurePage() {
      let cancelled = false;
      pdf.getPage(page).then(
        (proxy) => !cancelled && setPageSize(describePageSize(proxy.getViewport({ scale: 1 }))),
        () => !cancelled && setPageSize('unknown'),
      );
      return () => {
        cancelled = true;
      };
    },
    [pdf, page],
  );

  return (
    <dl className={`${panel.text} ${styles.details}`}>
      {title !== '' && <Detail name="Title" value={title} />}
      <Detail name="File" value={fileName} />
      <Detail name="Pages" value={String(pdf.numPages)} />
      {bytes !== null && <Detail name="Size" value={describeBytes(bytes)} />}
      <Detail name={`Size of page ${page}`} value={pageSize} />
    </dl>
  );
}

function Detail({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
