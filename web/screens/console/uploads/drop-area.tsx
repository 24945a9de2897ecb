import { type DragEvent, type ReactNode, useState } from 'react';
import { Upload } from 'lucide-react';
import type { ManagedDocument } from '#contract/editing.ts';
import { pdfFileName } from '#contract/file-name.ts';
import { useConsole } from '../state/console-context.ts';
import styles from './drop-area.module.css';

type Props = {
  /** The document in a row of the grid, by its place from the top. */
  rowAt: (place: number) => ManagedDocument | null;
  children: ReactNode;
};

/** Uploads PDFs that are dropped: one on a row for its entry, others by their names. */
export function DropArea({ rowAt, children }: Props) {
  const { upload } = useConsole();
  const [over, setOver] = useState<{ document: ManagedDocument | null } | null>(null);

  function documentAt(event: DragEvent): ManagedDocument | null {
    if (!(event.target instanceof Element)) return null;
    const index = event.target.closest('[role=row]')?.getAttribute('aria-rowindex');
    // aria-rowindex counts from 1, and the header is the first.
    return index ? rowAt(Number(index) - 2) : null;
  }

  function showTarget(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    const document = documentAt(event);
    if (over === null || over.document?.id !== document?.id) setOver({ document });
  }

  function uploadDropped(event: DragEvent) {
    event.preventDefault();
    setOver(null);
    const files = [...event.dataTransfer.files];
    const document = files.length === 1 ? documentAt(event) : null;
    if (files.length > 0) upload(files.map((file) => ({ file, documentId: document?.id ?? null })));
  }

  return (
    <div
      className={styles.area}
      data-over={over !== null}
      onDragOver={showTarget}
      onDragLeave={(event) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(null);
      }}
      onDrop={uploadDropped}
    >
      {children}
      {over !== null && (
        <p className={styles.words}>
          <Upload size="1rem" aria-hidden />
          {over.document === null
            ? 'Drop the PDFs: each goes to the entry of its name'
            : `Drop one PDF as ${pdfFileName(over.document)}`}
        </p>
      )}
    </div>
  );
}
