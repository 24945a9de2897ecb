import type { PDFDocumentProxy } from '../pdf-js/pdf-js.ts';

/** The text of all pages, a line for each line of the document. */
export async function textOf(
  pdf: PDFDocumentProxy | null | undefined,
  signal: AbortSignal,
): Promise<string> {
  if (!pdf) return '';
  const texts: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    signal.throwIfAborted();
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const lines = items.map((item) =>
      'str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '',
    );
    texts.push(lines.join(''));
  }
  return texts.join('\n');
}
