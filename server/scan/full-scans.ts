import type { ScanOptions } from './folder-scan.ts';

type Options = Pick<ScanOptions, 'quick'>;

/** Decides which scans are full and which are quick (FULL_SCAN_EVERY_MINUTES; 0: all are full). */
export class FullScans {
  readonly #everyMs: number;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(everyMinutes: number) {
    this.#everyMs = everyMinutes * 60_000;
  }

  /** The next scan. What is wanted now may be a file that was found rewritten in place when it was opened. */
  next(isWanted: boolean, nowMs: number): Options {
    if (this.#everyMs === 0) return {};
    return { quick: !isWanted && nowMs - this.#lastMs < this.#everyMs };
  }

  /** A scan that read all it wanted. */
  ended({ quick = false }: Options, nowMs: number): void {
    if (!quick) this.#lastMs = nowMs;
  }
}
