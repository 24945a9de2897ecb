/** So many at once; the others wait in the order of asking. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Waits for a place, and gives what leaves it again. */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next(); // hands its place over
    };
  }

  async use<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.take();
    try {
      return await work();
    } finally {
      leave();
    }
  }
}
