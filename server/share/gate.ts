import { LibraryError } from '#contract/errors.ts';

type Callback<T> = (error: NodeJS.ErrnoException | null, value: T) => void;

/**
 * Every call on the shared folder passes here. A network share can hang, and a call that hangs
 * occupies one of the few threads of libuv. So the number of concurrent calls is limited, and a
 * call that waits too long fails.
 */
export class ShareGate {
  readonly #atOnce: number;
  readonly #longestMs: number;
  #out = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limits: { atOnce: number; longestMs: number }) {
    this.#atOnce = limits.atOnce;
    this.#longestMs = limits.longestMs;
  }

  /** Runs one call of `node:fs` and returns its value; its errors pass unchanged. */
  run<T>(call: (done: Callback<T>) => void, longestMs = this.#longestMs): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let givenUp = false;
      const tooLong = setTimeout(() => {
        givenUp = true;
        reject(
          new LibraryError('share_unreachable', 'The shared folder is not answering. Try again.'),
        );
      }, longestMs);
      const start = () => {
        if (givenUp) return this.#next();
        call((error, value) => {
          clearTimeout(tooLong);
          this.#next();
          if (error) reject(error);
          else resolve(value);
        });
      };
      if (this.#out < this.#atOnce) {
        this.#out += 1;
        start();
      } else {
        this.#waiting.push(start);
      }
    });
  }

  // A call that hangs holds its slot; one that ends passes its slot to the first waiter.
  #next(): void {
    const start = this.#waiting.shift();
    if (start === undefined) this.#out -= 1;
    else start();
  }
}
