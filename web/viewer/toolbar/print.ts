/**
 * Has the browser print the file itself, at the printer's resolution and without drawing its pages
 * here. A browser that shows no PDFs (Android) opens the file, for another app to print.
 */
export function printOriginal(address: string): void {
  if (!navigator.pdfViewerEnabled) {
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
