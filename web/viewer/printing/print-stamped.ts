import type { PDFDocumentProxy } from '../pdf-js/pdf-js.ts';
import styles from './print-stamped.module.css';

const dotsPerInch = 200;
const pointsPerInch = 72;
/** An A0 drawing at 200 dots would be 62 million; a phone has memory for a quarter of it. */
const mostPixels = 16_000_000;

type Progress = {
  /** Null when all pages are drawn. */
  onPage: (page: number | null) => void;
  signal: AbortSignal;
};

/**
 * Prints every page with the words above it. The browser prints a file by itself only as it is, so the
 * pages are drawn here, one after the other, and printed as pictures.
 */
export async function printStamped(
  pdf: PDFDocumentProxy,
  words: string,
  { onPage, signal }: Progress,
): Promise<void> {
  const sheets = document.createElement('div');
  sheets.className = styles['sheets'] ?? '';
  const addresses: string[] = [];
  try {
    for (let page = 1; page <= pdf.numPages; page++) {
      onPage(page);
      const { picture, isWide } = await drawPage(pdf, page);
      signal.throwIfAborted();
      const address = URL.createObjectURL(picture);
      addresses.push(address);
      sheets.append(await sheetOf(address, words, isWide));
    }
    onPage(null);
    document.body.append(sheets);
    document.documentElement.dataset['printing'] = 'sheets';
    await printed(signal);
  } finally {
    delete document.documentElement.dataset['printing'];
    sheets.remove();
    for (const address of addresses) URL.revokeObjectURL(address);
  }
}

async function drawPage(pdf: PDFDocumentProxy, number: number) {
  const page = await pdf.getPage(number);
  const full = page.getViewport({ scale: dotsPerInch / pointsPerInch });
  const share = Math.min(1, Math.sqrt(mostPixels / (full.width * full.height)));
  const viewport = page.getViewport({ scale: full.scale * share });
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(viewport.width);
  canvas.height = Math.ceil(viewport.height);
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  canvas.width = 0; // frees its memory at once
  if (picture === null) throw new Error(`Page ${number} could not be drawn.`);
  return { picture, isWide: viewport.width > viewport.height };
}

async function sheetOf(address: string, words: string, isWide: boolean): Promise<HTMLElement> {
  const sheet = document.createElement('div');
  sheet.className = styles['sheet'] ?? '';
  sheet.dataset['wide'] = String(isWide);
  const stamp = document.createElement('p');
  stamp.textContent = words;
  const image = new Image();
  image.alt = '';
  image.src = address;
  await image.decode();
  sheet.append(stamp, image);
  return sheet;
}

/** Prints, and resolves when the browser is done with the page, which not every browser reports. */
async function printed(signal: AbortSignal): Promise<void> {
  const done = new Promise((resolve) => {
    window.addEventListener('afterprint', resolve, { once: true });
    signal.addEventListener('abort', resolve, { once: true });
  });
  window.print();
  await done;
}
