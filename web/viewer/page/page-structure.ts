import type { PDFPageView } from '../pdf-js/pdf-js.ts';

/**
 * Names the headings of a tagged page by their text. pdf.js puts the page's structure inside the
 * canvas and points to the text by `aria-owns`; Chromium does not follow that from a canvas, so
 * screen readers would list headings without names.
 */
export async function nameHeadings({ structTreeLayer }: PDFPageView): Promise<void> {
  const structure: HTMLElement | null | undefined = await structTreeLayer?.render();
  for (const heading of structure?.querySelectorAll('[role="heading"]') ?? []) {
    const owners = [heading, ...heading.querySelectorAll('[aria-owns]')];
    const texts = owners.flatMap((owner) => owner.getAttribute('aria-owns') ?? []);
    if (texts.length > 0) heading.setAttribute('aria-labelledby', texts.join(' '));
  }
}
