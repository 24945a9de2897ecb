import { useRef } from 'react';
import { Upload } from 'lucide-react';
import type { ManagedDocument } from '#contract/editing.ts';
import { useConsole } from '../state/console-context.ts';
import { Tool } from '../grid/toolbar.tsx';

/** Uploads chosen PDFs: one file for the one row that is selected, otherwise by their names. */
export function UploadTool({ rows }: { rows: readonly ManagedDocument[] }) {
  const { upload } = useConsole();
  const input = useRef<HTMLInputElement>(null);
  const [only] = rows.length === 1 ? rows : [];

  function uploadChosen(files: readonly File[]) {
    const documentId = files.length === 1 ? (only?.id ?? null) : null;
    upload(files.map((file) => ({ file, documentId })));
  }

  return (
    <>
      <Tool icon={<Upload size="1rem" aria-hidden />} onClick={() => input.current?.click()}>
        {only === undefined ? 'Upload PDFs…' : `Upload PDF for ${only.doc_num}…`}
      </Tool>
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        multiple
        hidden
        aria-label="PDFs to upload"
        onChange={({ target }) => {
          uploadChosen([...(target.files ?? [])]);
          target.value = ''; // the same file may be chosen again
        }}
      />
    </>
  );
}
