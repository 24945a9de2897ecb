/**
 * The text for searching. PDFium writes the hyphen at the end of a line as U+FFFE, followed by the
 * next line; control characters come from odd fonts.
 */
export function searchable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\uFFFE\u00AD]\n?/g, '')
    .replace(/[\0-\x08\v-\x1F\x7F-\x9F\uFFFF]/g, '');
}
