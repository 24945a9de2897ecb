import type { PDFDocumentProxy } from '../pdf-js/pdf-js.ts';
import styles from './print-stamped.module.css';

const dotsPerInch = 200;
const pointsPerInch = 72;
/** An A0 drawing at 200 dots would be 62 million; a phone has memory for a quarter of it. */
const mostPixels = 16_000_000;

/** An SVG group drawn over a page, in points; null if there is none. */
export type OverPage = (page: number) => SVGGElement | null;

type Printed = {
  /** Above every page. */
  words: string | null;
  over: OverPage | null;
};

type Progress = {
  /** Null when all pages are drawn. */
  onPage: (page: number | null) => void;
  signal: AbortSignal;
};

/**
 * Prints every page with the words above it and what is drawn over it. The browser alone prints a file only as it is, so the
 * pages are drawn here, one after the other, and printed as pictures.
 */
export async function printStamped(
  pdf: PDFDocumentProxy,
  { words, over }: Printed,
  { onPage, signal }: Progress,
): Promise<void> {
  const sheets = document.createElement('div');
  sheets.className = styles['sheets'] ?? '';
  const addresses: string[] = [];
  try {
    for (let page = 1; page <= pdf.numPages; page++) {
      onPage(page);
      const drawn = await drawPage(pdf, page);
      signal.throwIfAborted();
      const address = URL.createObjectURL(drawn.picture);
      addresses.push(address);
      sheets.append(await sheetOf(address, words, drawn, over?.(page) ?? null));
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
  // In points of the file, as notes are.
  const [width, height] = [viewport.width, viewport.height].map(
    (pixels) => pixels / viewport.scale / page.userUnit,
  );
  return { picture, width: width ?? 0, height: height ?? 0 };
}

type Size = { width: number; height: number };

async function sheetOf(
  address: string,
  words: string | null,
  { width, height }: Size,
  over: SVGGElement | null,
): Promise<HTMLElement> {
  const sheet = document.createElement('div');
  sheet.className = styles['sheet'] ?? '';
  sheet.dataset['wide'] = String(width > height);
  if (words !== null) {
    const stamp = document.createElement('p');
    stamp.textContent = words;
    sheet.append(stamp);
  }
  const image = new Image();
  image.alt = '';
  image.src = address;
  await image.decode();
  sheet.append(over === null ? image : await covered(address, { width, height }, over));
  return sheet;
}

/** The picture of a page with what is over it, as one: they keep their places at every size. */
async function covered(address: string, { width, height }: Size, over: SVGGElement) {
  const create = <Name extends 'svg' | 'image'>(name: Name) =>
    document.createElementNS('http://www.w3.org/2000/svg', name);
  const [svg, image] = [create('svg'), create('image')];
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('preserveAspectRatio', 'xMidYMin');
  image.setAttribute('width', String(width));
  image.setAttribute('height', String(height));
  svg.append(image, over);
  const pictures = [...over.querySelectorAll('image')].map((one) => one.href.baseVal);
  image.setAttribute('href', address);
  // Printing does not wait for pictures; decoded, they are there at once.
  await Promise.all([address, ...pictures].map(decoded));
  return svg;
}

async function decoded(address: string): Promise<void> {
  const image = new Image();
  image.src = address;
  await image.decode().catch(() => {}); // then it is printed without it
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
