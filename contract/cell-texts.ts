import type { UploadStatus, Verdict } from './upload-status.ts';

// Texts of the console's cells that differ from the stored values. Browser and server search rows by
// these texts.

const both = {
  copying: 'Being copied',
  checking: 'Being checked',
  incomplete: 'Cut off',
  broken: 'Broken',
  encrypted: 'Password',
  not_pdf: 'Not a PDF',
  too_large: 'Too large',
};

/** The status of an entry's file, for chips and the column. */
export const statusNames: Record<UploadStatus['code'], string> = {
  available: 'Available',
  no_file: 'No file',
  wrong_name: 'Wrong name',
  ...both,
};

/** The name of each verdict, for chips and the column. */
export const verdictNames: Record<Verdict, string> = {
  matched: 'Matched',
  no_entry: 'No entry',
  name_unknown: 'Name not understood',
  duplicate: 'Duplicate',
  ...both,
};
