import { type DocumentIdentity, pdfFileName } from './file-name.ts';

// No schema here: the web application imports it whole.

/** The verdict on a file in the shared folder. */
export const verdicts = [
  'copying', // its size or time changed between two scans
  'checking', // whole, and waiting to be read
  'matched',
  'no_entry', // the name is well formed, the entry is missing
  'name_unknown',
  'duplicate', // the same content, or the same name, as another file
  'incomplete', // it ends too early
  'broken', // PDFium cannot open it; readers may have a program that does
  'encrypted',
  'not_pdf',
  'too_large',
] as const;
export type Verdict = (typeof verdicts)[number];

/** Whether readers get a file with this verdict, once an entry has its name. */
export const isPublished = (verdict: Verdict): boolean =>
  !['copying', 'incomplete', 'not_pdf', 'duplicate'].includes(verdict);

/** The fault of a file without bytes. */
export const emptyFault = 'It is empty.';

/** The status of an entry's file. */
export const uploadStatuses = [
  'available',
  'no_file',
  'wrong_name',
  'copying',
  'checking',
  'incomplete',
  'broken',
  'encrypted',
  'not_pdf',
  'too_large',
] as const;

export type UploadStatus = {
  code: (typeof uploadStatuses)[number];
  file: { id: number; path: string } | null;
  fault: string | null;
};

/** Why an entry has no readable file, and what to do about it. */
export function statusInWords({ code, file, fault }: UploadStatus, of: DocumentIdentity): string {
  const name = pdfFileName(of);
  const because = fault === null ? '' : ` ${fault}`;
  switch (code) {
    case 'available':
      return `The file ${file?.path ?? name} is there and readable.${because}`;
    case 'no_file':
      return `No file. Add a PDF named ${name}.`;
    case 'wrong_name':
      return `Wrong name: ${file?.path ?? 'a file'} looks like it. Rename it to ${name}.`;
    case 'copying':
      return 'The file is still being copied. It appears once it stops changing.';
    case 'checking':
      return 'The file is being checked. This takes a moment.';
    default:
      return faultInWords(code, fault, fault === emptyFault);
  }
}

type FaultCode = Verdict & ('incomplete' | 'broken' | 'encrypted' | 'not_pdf' | 'too_large');

/** What is wrong with a file, and what to do about it. */
export function faultInWords(code: FaultCode, fault: string | null, isEmpty: boolean): string {
  const because = fault === null ? '' : ` ${fault}`;
  switch (code) {
    case 'incomplete':
      if (isEmpty) return 'The file is empty: it has no bytes. Copy it again.';
      return fault === null
        ? 'The end of the file is missing: it is still being copied, or was cut off. After ten minutes without a change, the library tries to open it anyway.'
        : `The file was cut off.${because} Copy it again.`;
    case 'broken':
      return `The library cannot open the file, but a browser may.${because} Open it: if it is damaged, copy it again or get a new one.`;
    case 'encrypted':
      return 'The file needs a password. Get a copy without one.';
    case 'not_pdf':
      return fault === null
        ? 'The file does not start like a PDF. After ten minutes without a change, the library tries to open it anyway.'
        : 'The file is not a PDF, although its name says so.';
    case 'too_large':
      return 'The file is larger than 2 GB: searches skip it, and a browser may fail to open it.';
  }
}
