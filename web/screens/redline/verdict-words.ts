import type { Redline } from '#contract/redline.ts';

/** What came of the comparison, in one or two sentences. */
export function verdictWords({ verdict, changes, furniture }: Redline): string {
  if (verdict === 'identical') {
    return 'Both files are the same, byte for byte. Nothing changed.';
  }
  if (verdict === 'same_text') {
    return furniture.length > 0
      ? 'Only headers, footers or watermarks changed. The rest of the text is the same, word for word.'
      : 'The text is the same, word for word. The files differ in other ways: in layout, pictures or data about the file.';
  }
  if (verdict === 'different') {
    return 'The two documents have little in common. One may be a different document. Read them side by side.';
  }
  return changes.length === 1 ? '1 change.' : `${changes.length} changes.`;
}

/** What was compared otherwise than by its words; null where nothing was. */
export function picturesWords({ pages_by_picture: pages }: Redline): string | null {
  if (pages === 0) return null;
  return pages === 1
    ? '1 page has no text; its picture was compared.'
    : `${pages} pages have no text; their pictures were compared.`;
}
