import { isWebKit } from '../platform.ts';

/**
 * Has the browser print the file itself, at the printer's resolution and without drawing its pages
 * here. Where it prints nothing from a frame (WebKit), or only the first page (iPads), or shows no PDFs
 * (Android), it opens the file in a tab, to be printed from there or by another app.
 */
export function printOriginal(address: string): void {
  if (!navigator.pdfViewerEnabled || isWebKit()) {
    window.open(address, '_blank', 'noopener');
    return;
  }
  document.getElementById(frameId)?.remove();
  const frame = document.createElement('iframe');
  frame.id = frameId;
  frame.title = 'Document to print';
  frame.tabIndex = -1;
  // Browsers print nothing from a frame that is `hidden`.
  frame.style.cssText =
    'position:fixed;inset:auto 0 0 auto;width:1px;height:1px;border:0;opacity:0';
  frame.addEventListener('load', () => {
    frame.contentWindow?.focus();
    frame.contentWindow?.print();
  });
  frame.src = address;
  document.body.append(frame);
}

const frameId = 'print-frame';
