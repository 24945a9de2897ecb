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
      return 'The name is well formed, but there is no such standard number yet. Add it, or rename the file.';
    case 'name_unknown':
      return file.nearest === null
        ? 'The name says neither number nor revision. Rename it, or create its entry.'
        : `No entry has this name. It looks like ${file.nearest.file_name}.`;
    case 'duplicate':
      return `The same document as ${file.twin ?? 'another file'}. One of them can go.`;
    case 'checking':
      return 'The file is whole and waits to be read. This takes a moment.';
    case 'copying':
      return 'The file is still being copied. It counts once it no longer changes.';
    case 'incomplete':
      if (file.bytes === 0) return 'The file is empty: it has no bytes. Copy it again.';
      return file.fault === null
        ? 'The file has no end: still being copied, or cut off. After ten minutes without a change, the library tries to open it anyway.'
        : `The file was cut off.${because} Copy it again.`;
    case 'broken':
      return `The library cannot open it, but a browser may.${because} Open it: if it is damaged, copy it again, or get another.`;
    case 'encrypted':
      return 'The file asks for a password. Get one without.';
    case 'not_pdf':
      return file.fault === null
        ? 'It does not begin like a PDF. After ten minutes without a change, the library tries to open it anyway.'
        : 'This is not a PDF, even if its name says so.';
    case 'too_large':
      return 'It is larger than 2 GB: it is not searched, and a browser may not open it.';
  }
}
