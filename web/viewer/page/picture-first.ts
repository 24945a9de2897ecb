import { afterFrame } from './after-frame.ts';

// After the last turn or zoom, the text comes back when nothing else happens for this time.
const restMs = 150;

type Listeners = {
  /** The picture is on the screen. */
  onShown: () => void;
  /** The reader has stopped turning and zooming. */
  onRest: () => void;
};

/**
 * Shows the picture of a page that is turned to or zoomed before any other work is done. The text
 * layer over the picture, which is there to be selected and read aloud, is left out of the layout
 * until the reader rests: laying out its hundreds of spans takes 30 ms.
 */
export class PictureFirst {
  readonly #pages: HTMLElement;
  readonly #listeners: Listeners;
  #cancel: () => void = () => {};
  #isPending = false;

  constructor(pages: HTMLElement, listeners: Listeners) {
    this.#pages = pages;
    this.#listeners = listeners;
  }

  /** Whether the picture is not on the screen yet. */
  get isPending(): boolean {
    return this.#isPending;
  }

  /** To be called before another picture is shown. */
  hideText(): void {
    this.#cancel();
    this.#isPending = true;
    this.#pages.dataset['pictureFirst'] = 'true';
    this.#cancel = afterFrame(() => {
      this.#isPending = false;
      const timer = setTimeout(() => this.showText(), restMs);
      this.#cancel = () => clearTimeout(timer);
      this.#listeners.onShown();
    });
  }

  showText(): void {
    this.#cancel();
    this.#isPending = false;
    delete this.#pages.dataset['pictureFirst'];
    this.#listeners.onRest();
  }
}
