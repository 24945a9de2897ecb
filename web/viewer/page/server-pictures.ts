import type { ViewMode } from '../view-state.ts';
import { showMiddle } from './page-host.ts';
import type { Size } from './zoom.ts';

/** What the library knows of a PDF before pdf.js has read it. */
export type PageFacts = {
  /** How many pages it has. */
  total: number;
  /** Of a page as it is shown without a rotation of the reader's, in points; null of one that the library does not know. */
  sizeOf: (page: number) => Size | null;
  /** A picture of a page that the server made of this file; null where there is none. */
  readPicture: (page: number, rotation: number) => Promise<ImageBitmap | null>;
};

/** A page before pdf.js knows it: in points, and how many pixels a point takes. */
export type PageAhead = { page: number; size: Size; pixelsPerPoint: number };

// pdf.js draws a page of which it has the bytes sooner than this. No picture is asked for then.
const patienceMs = 50;

/** Shows pictures that the server made over the pages that pdf.js has not drawn yet. */
export class ServerPictures {
  readonly #container: HTMLElement;
  readonly #elementOf: (page: number) => HTMLElement | null;
  readonly #onChange: (hasPicture: boolean) => void;
  #facts: PageFacts | null = null;
  readonly #pictures = new Map<number, HTMLElement>();
  /** Takes the place of the pages until pdf.js has made their elements. */
  #ahead: HTMLElement | null = null;
  /** The pages and the rotation that were asked for last. */
  #asked = '';
  #request = new AbortController();

  /** `elementOf` gives the element of a page that is not drawn yet. */
  constructor(
    container: HTMLElement,
    elementOf: (page: number) => HTMLElement | null,
    onChange: (hasPicture: boolean) => void,
  ) {
    this.#container = container;
    this.#elementOf = elementOf;
    this.#onChange = onChange;
  }

  get facts(): PageFacts | null {
    return this.#facts;
  }

  /** Pictures of another file are removed. */
  setFacts(facts: PageFacts | null): void {
    this.clear();
    this.#facts = facts;
  }

  /** Before pdf.js knows the pages: shows each where it will be. */
  showAhead(pages: readonly PageAhead[], mode: ViewMode, rotation: number): void {
    this.#ahead?.remove();
    this.#ahead = elementAhead(pages, mode);
    this.#ask(
      pages.map(({ page }) => page),
      rotation,
    );
    this.placeAgain();
  }

  /** Shows pictures of these pages, and of no others, if pdf.js does not draw them at once. */
  show(pages: readonly number[], rotation: number): void {
    this.#endAhead();
    this.#ask(pages, rotation, patienceMs);
    this.placeAgain();
  }

  /** To be called when pdf.js has emptied the element of a page. */
  placeAgain(): void {
    for (const page of this.#pictures.keys()) this.#place(page);
  }

  /** To be called when pdf.js has drawn the page. */
  remove(page: number): void {
    const picture = this.#pictures.get(page);
    if (picture === undefined) return;
    this.#pictures.delete(page);
    picture.remove();
    this.#onChange(this.#pictures.size > 0);
  }

  clear(): void {
    this.#asked = '';
    this.#request.abort();
    this.#endAhead();
    for (const page of this.#pictures.keys()) this.remove(page);
  }

  #endAhead(): void {
    this.#ahead?.remove();
    this.#ahead = null;
  }

  #ask(pages: readonly number[], rotation: number, afterMs = 0): void {
    const asked = `${pages.join()} ${rotation}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#request.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    for (const page of this.#pictures.keys()) this.remove(page);
    const read = () => pages.forEach((page) => void this.#read(page, rotation, signal));
    if (afterMs === 0) return read();
    const timer = setTimeout(read, afterMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  async #read(page: number, rotation: number, signal: AbortSignal): Promise<void> {
    if (this.#facts === null || this.#targetOf(page) === null) return;
    const picture = await this.#facts.readPicture(page, rotation).catch(() => null);
    if (picture === null || signal.aborted || this.#targetOf(page) === null) return;
    this.#pictures.set(page, elementWith(picture));
    this.#place(page);
    this.#onChange(true);
  }

  #place(page: number): void {
    const picture = this.#pictures.get(page);
    const target = this.#targetOf(page);
    if (picture === undefined || target === null || picture.parentElement === target) return;
    target.append(picture);
    if (this.#ahead === null || this.#ahead.isConnected) return;
    this.#container.append(this.#ahead);
    showMiddle(this.#container);
  }

  #targetOf(page: number): HTMLElement | null {
    if (this.#ahead === null) return this.#elementOf(page);
    return this.#ahead.querySelector<HTMLElement>(`[data-ahead="${page}"]`);
  }
}

/** Elements with pdf.js's classes, so that they are laid out as its own will be. */
function elementAhead(pages: readonly PageAhead[], mode: ViewMode): HTMLElement {
  const viewer = document.createElement('div');
  viewer.className = 'pdfViewer removePageBorders';
  viewer.dataset['mode'] = mode;
  viewer.setAttribute('aria-hidden', 'true');
  const parent = mode === 'two-pages' ? document.createElement('div') : viewer;
  if (parent !== viewer) {
    parent.className = 'spread';
    viewer.append(parent);
  }
  for (const { page, size, pixelsPerPoint } of pages) {
    const sheet = document.createElement('div');
    sheet.className = 'page';
    sheet.dataset['ahead'] = String(page);
    // As pdf.js rounds; the product may be a little less than a whole number.
    const pixels = (points: number) => `${Math.floor(points * pixelsPerPoint + 0.001)}px`;
    sheet.style.width = pixels(size.width);
    sheet.style.height = pixels(size.height);
    parent.append(sheet);
  }
  return viewer;
}

function elementWith(picture: ImageBitmap): HTMLElement {
  const element = document.createElement('div');
  element.dataset['serverPicture'] = 'true';
  element.setAttribute('aria-hidden', 'true');
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('2d', { alpha: false })?.drawImage(picture, 0, 0);
  element.append(canvas);
  return element;
}
