// A reader who turns or zooms on within this time gets the text where the last one ends.
const restMs = 150;

/** Runs something once the frame that is being prepared is on its way to the screen. */
export function afterFrame(run: () => void): () => void {
  // A message is delivered right after the frame; Chromium lets a timer wait some 20 ms longer.
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', run);
  port1.start();
  const frame = requestAnimationFrame(() => port2.postMessage(null));
  return () => {
    cancelAnimationFrame(frame);
    port1.close();
  };
}

/**
 * Leaves the text that lies over a page's picture, to be selected and read aloud, out of the
 * layout while the page is turned or zoomed: its hundreds of spans take 30 ms to lay out, in which
 * the picture could have been seen.
 */
export class PictureFirst {
  readonly #pages: HTMLElement;
  #callOff: () => void = () => {};

  constructor(pages: HTMLElement) {
    this.#pages = pages;
  }

  /** To be called before what shows another picture. */
  hold(): void {
    this.#callOff();
    this.#pages.dataset['pictureFirst'] = 'true';
    this.#callOff = afterFrame(() => {
      const timer = setTimeout(() => this.release(), restMs);
      this.#callOff = () => clearTimeout(timer);
    });
  }

  release(): void {
    this.#callOff();
    delete this.#pages.dataset['pictureFirst'];
  }
}
