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
 * Lets the picture of a page that is turned to or zoomed be seen before anything else is done. The
 * text that lies over it, to be selected and read aloud, is left out of the layout until the reader
 * rests: its hundreds of spans take 30 ms.
 */
export class PictureFirst {
  readonly #pages: HTMLElement;
  readonly #then: { shown: () => void; rested: () => void };
  #callOff: () => void = () => {};
  #isAwaited = false;

  constructor(pages: HTMLElement, then: { shown: () => void; rested: () => void }) {
    this.#pages = pages;
    this.#then = then;
  }

  /** Whether the picture is still on its way to the screen. */
  get isAwaited(): boolean {
    return this.#isAwaited;
  }

  /** To be called before what shows another picture. */
  hold(): void {
    this.#callOff();
    this.#isAwaited = true;
    this.#pages.dataset['pictureFirst'] = 'true';
    this.#callOff = afterFrame(() => {
      this.#isAwaited = false;
      const timer = setTimeout(() => this.release(), restMs);
      this.#callOff = () => clearTimeout(timer);
      this.#then.shown();
    });
  }

  release(): void {
    this.#callOff();
    this.#isAwaited = false;
    delete this.#pages.dataset['pictureFirst'];
    this.#then.rested();
  }
}
