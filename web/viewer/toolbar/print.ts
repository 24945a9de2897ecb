/**
 * Prints the file itself with the browser's own PDF printing: as sharp as the printer, whatever its
 * length. Where a browser shows no PDFs (Android), it opens the file for another app to print.
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
  // Not `hidden`: browsers print nothing from a frame that is not laid out.
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
