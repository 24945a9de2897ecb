import { type ReactNode, useRef } from 'react';
import { Upload } from 'lucide-react';
import type { ManagedDocument } from '#contract/editing.ts';
import { useConsole } from '../state/console-context.ts';
import type { ToolItem } from '../grid/editing-toolbar.tsx';

/** Uploads chosen PDFs: one file for the one row that is selected, otherwise by their names. */
export function useUploadTool(): {
  uploadTool: (rows: readonly ManagedDocument[]) => ToolItem;
  input: ReactNode;
} {
  const { upload } = useConsole();
  const input = useRef<HTMLInputElement>(null);
  const onlyId = useRef<number | null>(null);

  function uploadChosen(files: readonly File[]) {
    const documentId = files.length === 1 ? onlyId.current : null;
    upload(files.map((file) => ({ file, documentId })));
  }

  return {
    uploadTool: (rows) => {
      const [only] = rows.length === 1 ? rows : [];
      return {
        name: only === undefined ? 'Upload PDFs…' : `Upload PDF for ${only.doc_num}…`,
        icon: <Upload size="1rem" aria-hidden />,
        isTool: true,
        act: () => {
          onlyId.current = only?.id ?? null;
          input.current?.click();
        },
      };
    },
    input: (
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
    ),
  };
}
