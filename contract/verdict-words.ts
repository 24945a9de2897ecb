import type { ManagedFile } from './files.ts';

// No schema here: the console imports it whole.

/** What a verdict means and what to do about it, in a sentence or two. */
export function verdictInWords(
  file: Pick<ManagedFile, 'verdict' | 'fault' | 'bytes' | 'customers' | 'nearest' | 'twin'>,
): string {
  const because = file.fault === null ? '' : ` ${file.fault}`;
  switch (file.verdict) {
    case 'matched':
      return `Belongs to ${file.customers.join(', ') || 'an entry'}. Readers can open it.${because}`;
    case 'no_entry':
      return 'The name is valid, but no such standard number exists. Add it, or rename the file.';
    case 'name_unknown':
      return file.nearest === null
        ? 'The name contains no number and revision. Rename the file, or create its entry.'
        : `No entry has this name. It looks like ${file.nearest.file_name}.`;
    case 'duplicate':
      return `The same document as ${file.twin ?? 'another file'}. Delete one of them.`;
    case 'checking':
      return 'The file is complete and waits to be read. This takes a moment.';
    case 'copying':
      return 'The file is still being copied. It appears once it stops changing.';
    case 'incomplete':
      if (file.bytes === 0) return 'The file is empty: it has no bytes. Copy it again.';
      return file.fault === null
        ? 'The end of the file is missing: it is still being copied, or was cut off. After ten minutes without a change, the library tries to open it anyway.'
        : `The file was cut off.${because} Copy it again.`;
    case 'broken':
      return `The library cannot open the file, but a browser may.${because} Open it: if it is damaged, copy it again or get a new one.`;
    case 'encrypted':
      return 'The file needs a password. Get a copy without one.';
    case 'not_pdf':
      return file.fault === null
        ? 'The file does not start like a PDF. After ten minutes without a change, the library tries to open it anyway.'
        : 'The file is not a PDF, although its name says so.';
    case 'too_large':
      return 'The file is larger than 2 GB: searches skip it, and a browser may fail to open it.';
  }
}
