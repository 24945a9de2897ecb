import type { PDFPageView } from './pdf-js.ts';

/**
 * Names the headings of a tagged page by their text. pdf.js puts the structure inside the canvas
 * and has it own the text by `aria-owns`; Chromium leaves the text where it is, and its screen
 * readers would list headings without a name.
 */
export async function nameHeadings({ structTreeLayer }: PDFPageView): Promise<void> {
  const structure: HTMLElement | null | undefined = await structTreeLayer?.render();
  for (const heading of structure?.querySelectorAll('[role="heading"]') ?? []) {
    const owners = [heading, ...heading.querySelectorAll('[aria-owns]')];
    const texts = owners.flatMap((owner) => owner.getAttribute('aria-owns') ?? []);
    if (texts.length > 0) heading.setAttribute('aria-labelledby', texts.join(' '));
  }
}
