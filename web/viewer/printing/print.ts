import { silenceForFilesMs } from '../../request.ts';
import { isWebKit } from '../platform.ts';

/** Why nothing was printed, in the server's words. */
export class PrintError extends Error {}

/**
 * Has the browser print a PDF of the server, at the printer's resolution and without drawing its pages
 * here. Where it prints nothing from a frame (WebKit), or only the first page (iPads), or shows no PDFs
 * (Android), it opens the file in a tab, to be printed from there or by another app.
 */
export function printFile(address: string, signal: AbortSignal): Promise<void> {
  document.getElementById(frameId)?.remove();
  if (!navigator.pdfViewerEnabled || isWebKit()) {
    window.open(address, '_blank', 'noopener');
    return Promise.resolve();
  }
  const frame = document.createElement('iframe');
  frame.id = frameId;
  frame.title = 'Document to print';
  frame.tabIndex = -1;
  // Browsers print nothing from a frame that is `hidden`.
  frame.style.cssText =
    'position:fixed;inset:auto 0 0 auto;width:1px;height:1px;border:0;opacity:0';
  frame.src = address;
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      frame.remove();
      reject(new PrintError(why));
    };
    const late = setTimeout(() => fail('The server is not answering.'), silenceForFilesMs);
    signal.addEventListener('abort', () => fail('Printing was cancelled.'));
    frame.addEventListener('load', () => {
      clearTimeout(late);
      const refusal = refusalIn(frame);
      if (refusal !== null) return fail(refusal);
      frame.contentWindow?.focus();
      frame.contentWindow?.print();
      resolve();
    });
    document.body.append(frame);
  });
}

/** The message of an error that came instead of the PDF. */
function refusalIn({ contentDocument }: HTMLIFrameElement): string | null {
  if (contentDocument?.contentType !== 'application/json') return null;
  try {
    const { message } = JSON.parse(contentDocument.body.textContent) as { message?: unknown };
    return String(message);
  } catch {
    return 'The server refused the file.';
  }
}

const frameId = 'print-frame';
