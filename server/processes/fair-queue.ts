import { LibraryError } from '#contract/errors.ts';

const mostWaitingEach = 3;
const mostWaiting = 100;

/**
 * Counting semaphore that is fair between users: they take turns, and each may have three waiting.
 * Where several run at once, one user never has all places.
 */
export class FairQueue {
  readonly #atOnce: number;
  readonly #noun: string;
  readonly #running = new Map<string, number>();
  /** What starts the waiters of each user, first in, first out. Users are in the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** `noun` names what runs, in the plural, for people: `comparisons`. */
  constructor(atOnce: number, noun: string) {
    this.#atOnce = atOnce;
    this.#noun = noun;
  }

  async use<T>(user: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.acquire(user, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Waits for a place, and gives the function that frees it. Throws at once when too many are waiting;
   * rejects when the signal ends the wait.
   */
  acquire(user: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const release = () => this.#release(user);
    if (this.#hasPlaceFor(user)) {
      this.#occupy(user);
      return Promise.resolve(release);
    }
    this.#requireRoomFor(user);
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        this.#occupy(user);
        resolve(release);
      };
      const leave = () => {
        this.#remove(user, start);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.set(user, [...(this.#waiting.get(user) ?? []), start]);
    });
  }

  #release(user: string): void {
    const left = (this.#running.get(user) ?? 0) - 1;
    if (left > 0) this.#running.set(user, left);
    else this.#running.delete(user);
    this.#moveToEnd(user);
    this.#startNext();
  }

  #startNext(): void {
    for (const [user, [start]] of this.#waiting) {
      if (start === undefined || !this.#hasPlaceFor(user)) continue;
      this.#remove(user, start);
      start();
      return;
    }
  }

  #occupy(user: string): void {
    this.#running.set(user, (this.#running.get(user) ?? 0) + 1);
  }

  #remove(user: string, start: () => void): void {
    const others = (this.#waiting.get(user) ?? []).filter((one) => one !== start);
    if (others.length === 0) this.#waiting.delete(user);
    else this.#waiting.set(user, others);
  }

  #moveToEnd(user: string): void {
    const own = this.#waiting.get(user);
    if (own === undefined) return;
    this.#waiting.delete(user);
    this.#waiting.set(user, own);
  }

  #hasPlaceFor(user: string): boolean {
    const running = sum(this.#running.values());
    const own = this.#running.get(user) ?? 0;
    return running < this.#atOnce && own < Math.max(1, this.#atOnce - 1);
  }

  #requireRoomFor(user: string): void {
    if ((this.#waiting.get(user)?.length ?? 0) >= mostWaitingEach) {
      const message = `Three of your ${this.#noun} are already waiting. Try again when one is done.`;
      throw new LibraryError('too_many_waiting', message, { retryAfterSeconds: 30 });
    }
    if (sum([...this.#waiting.values()].map(({ length }) => length)) < mostWaiting) return;
    const message = `Many ${this.#noun} are waiting. Try again in a minute.`;
    throw new LibraryError('busy', message, { retryAfterSeconds: 60 });
  }
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, one) => total + one, 0);
}
