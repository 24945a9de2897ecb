// A page that is drawn sooner needs no word about it.
const patienceMs = 300;

/** Reports whether the reader waits for the picture of the current page. */
export class SlowPage {
  readonly #onChange: (isSlow: boolean) => void;
  #timer: number | null = null;
  #isSlow = false;

  constructor(onChange: (isSlow: boolean) => void) {
    this.#onChange = onChange;
  }

  /** To be called when a page is turned to, and when the current one is drawn. */
  setDrawn(isDrawn: boolean): void {
    if (isDrawn) this.close();
    else if (!this.#isSlow) this.#timer ??= window.setTimeout(() => this.#tell(true), patienceMs);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#tell(false);
  }

  #tell(isSlow: boolean): void {
    if (isSlow === this.#isSlow) return;
    this.#isSlow = isSlow;
    this.#onChange(isSlow);
  }
}
