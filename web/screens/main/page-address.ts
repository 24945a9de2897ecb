// Browsers allow some 200 changes of the address in ten seconds, Safari a hundred.
const everyMs = 100;
const afterRefusalMs = 1000;

/**
 * Keeps the page in the address: written at once, then at most every 100 ms, so that a reload finds
 * it however fast one turns pages. A navigation would wait for the guard.
 */
export class PageAddress {
  readonly #write: (page: number) => void;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #next: number | null = null;

  constructor(write: (page: number) => void = writePage) {
    this.#write = write;
  }

  set(page: number): void {
    this.#next = page;
    if (this.#timer === null) this.flush();
  }

  /** Writes what still waits. */
  flush(): void {
    const page = this.#next;
    this.cancel();
    if (page === null) return;
    let pauseMs = everyMs;
    try {
      this.#write(page);
    } catch {
      this.#next = page; // the browser takes no more changes for now
      pauseMs = afterRefusalMs;
    }
    this.#timer = setTimeout(() => this.flush(), pauseMs);
  }

  cancel(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#next = null;
  }
}

function writePage(page: number): void {
  const url = new URL(window.location.href);
  if (page === 1) url.searchParams.delete('page');
  else url.searchParams.set('page', String(page));
  window.history.replaceState(window.history.state, '', url);
}
