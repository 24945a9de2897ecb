import type { Arrangement } from '#contract/arrangement.ts';
import type { RowView } from './window-order.ts';

/** Rows of a sheet as the server has arranged it. */
export type Window<Row> = RowView & { rows: Row[] };

export type WindowRequest = {
  arrangement: Arrangement;
  /** The view that the window is to fit to; null to arrange the sheet again. */
  view: string | null;
  from: number;
  count: number;
};

export type ReadWindow<Row> = (request: WindowRequest, signal: AbortSignal) => Promise<Window<Row>>;

type Reading<Row> = {
  read: ReadWindow<Row>;
  /** What to ask for at this moment. */
  arrangement: () => Arrangement;
  view: () => string | null;
  isKnown: (place: number) => boolean;
  onRead: (window: Window<Row>, from: number) => void;
};

/** Rows a call: a tall screen shows 40. */
export const rowsAWindow = 200;
// Someone who drags the scroll bar passes thousands of rows: only where it rests is read.
const restMs = 40;
const retryMs = 2000;

/**
 * Reads the windows that are looked at, one call at a time and the latest first. What was passed
 * meanwhile is not read at all.
 */
export class WindowLoader<Row> {
  readonly #reading: Reading<Row>;
  /** Places that were looked at since the last call, the latest last. */
  #wanted: number[] = [0];
  #lookedAt = 0;
  /** The view is to be arranged again. */
  #isStale = true;
  #underWay: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #waiting: (() => void)[] = [];

  constructor(reading: Reading<Row>) {
    this.#reading = reading;
  }

  /** Whether what is shown is not yet what was asked for. */
  get isArranging(): boolean {
    return this.#isStale;
  }

  /** Someone looks at this place, or left the active cell there. */
  look(place: number, isActive = false): void {
    if (!isActive) this.#lookedAt = place;
    if (this.#reading.isKnown(place)) return;
    this.#wanted = [...this.#wanted.slice(1 - mostRowsInSight), place];
    if (this.#underWay === null && this.#timer === null) this.#readIn(restMs);
  }

  /** Arranges the sheet again, and reads what is looked at; resolves when that is here. */
  renew(): Promise<void> {
    this.#isStale = true;
    this.#underWay?.abort();
    this.#wanted = [this.#lookedAt];
    this.#readIn(restMs); // quick typing asks once
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Reads all rows between two places; what is there already is not read again. */
  async readAll(from: number, to: number): Promise<void> {
    for (let place = from; place < to; place++) {
      if (!this.#reading.isKnown(place)) await this.#read(firstOf(place), new AbortController());
    }
  }

  #readIn(ms: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#readNext();
    }, ms);
  }

  async #readNext(): Promise<void> {
    const place = this.#nextPlace();
    if (place === null) return;
    const underWay = new AbortController();
    this.#underWay = underWay;
    let waitMs = 0;
    try {
      // The place is in the middle of its window, and the rows of the screen are around it.
      const middle = Math.max(0, place - rowsAWindow / 2);
      await this.#read(this.#isStale ? middle : firstOf(place), underWay);
    } catch {
      // The bar at the top says that there is no connection.
      if (!underWay.signal.aborted) {
        this.#wanted.push(place);
        waitMs = retryMs;
      }
    }
    if (this.#underWay !== underWay) return;
    this.#underWay = null;
    if (this.#timer === null) this.#readIn(waitMs);
  }

  #nextPlace(): number | null {
    const isWanted = (place: number) => this.#isStale || !this.#reading.isKnown(place);
    // Rows further away have scrolled out of view.
    const latest = this.#wanted.filter(
      (place) => Math.abs(place - this.#lookedAt) < mostRowsInSight,
    );
    this.#wanted = [];
    const place = latest.findLast(isWanted) ?? null;
    if (place === null) return null;
    this.#wanted = latest.filter((other) => firstOf(other) !== firstOf(place));
    return place;
  }

  async #read(from: number, underWay: AbortController): Promise<void> {
    const { read, arrangement, view, onRead } = this.#reading;
    const request = {
      arrangement: arrangement(),
      view: this.#isStale ? null : view(),
      from,
      count: rowsAWindow,
    };
    const window = await read(request, underWay.signal);
    if (underWay.signal.aborted) return;
    this.#isStale = false;
    onRead(window, from);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

const mostRowsInSight = 100;

function firstOf(place: number): number {
  return Math.floor(place / rowsAWindow) * rowsAWindow;
}
