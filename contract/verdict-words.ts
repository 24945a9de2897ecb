import type { ManagedFile } from './files.ts';
import { faultInWords } from './upload-status.ts';

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
    default:
      return faultInWords(file.verdict, file.fault, file.bytes === 0);
  }
}
