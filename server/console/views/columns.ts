import { foldedText } from '#contract/arrangement.ts';
import { naturalKey } from '#contract/natural-order.ts';
import { compareTexts, type Hits, ranksOf, SlotNumbers, sortByRank } from './slots.ts';
import { minutesADay, type ZoneClock, zoneClock } from './zone-clock.ts';

/** One column of many rows, kept so that a text is found and an order is made in milliseconds. */
export type SheetColumn = {
  /** Marks the slots whose cells show this text, which is folded; times are of the zone. */
  mark: (text: string, hits: Hits, zone: string) => void;
  compare: (a: number, b: number) => number;
  /** The same slots in order of this column; where equal, as they were. */
  sort: (slots: Int32Array) => Int32Array;
};

const slotsABlock = 256;

/**
 * Texts of which most differ. Many are kept as one, a line for each slot: looking through a long
 * text is several times faster than through as many short ones.
 */
export class TextColumn implements SheetColumn {
  /** Folded. */
  #blocks: string[] = [];
  /** The block that is being written. */
  #open: { block: number; lines: string[] } | null = null;

  set(slot: number, text: string): void {
    const block = Math.floor(slot / slotsABlock);
    if (this.#open?.block !== block) {
      this.#close();
      this.#open = { block, lines: this.#blocks[block]?.split('\n') ?? [] };
    }
    const line = text.includes('\n') ? text.replaceAll('\n', ' ') : text;
    this.#open.lines[slot % slotsABlock] = foldedText(line);
  }

  mark(text: string, hits: Hits): void {
    this.#close();
    if (text.includes('\n')) return;
    for (const [block, lines] of this.#blocks.entries()) {
      let slot = block * slotsABlock;
      let lineEnd = lines.indexOf('\n');
      for (let at = lines.indexOf(text); at !== -1; at = lines.indexOf(text, lineEnd)) {
        while (lineEnd !== -1 && lineEnd < at) {
          lineEnd = lines.indexOf('\n', lineEnd + 1);
          slot++;
        }
        hits[slot] = 1;
        if (lineEnd === -1) break;
      }
    }
  }

  compare(a: number, b: number): number {
    return compareTexts(this.#keyOf(a), this.#keyOf(b));
  }

  sort(slots: Int32Array): Int32Array {
    this.#close();
    const keys = this.#blocks.flatMap((lines, block) => {
      const texts = lines.split('\n');
      const isLast = block === this.#blocks.length - 1;
      if (!isLast) texts.length = slotsABlock;
      return Array.from(texts, (text) => naturalKey(text ?? ''));
    });
    const { ranks, count } = ranksOf(keys);
    return sortByRank(slots, (slot) => ranks[slot] ?? 0, count);
  }

  #keyOf(slot: number): string {
    this.#close();
    const lines = this.#blocks[Math.floor(slot / slotsABlock)] ?? '';
    return naturalKey(lines.split('\n')[slot % slotsABlock] ?? '');
  }

  #close(): void {
    if (this.#open === null) return;
    const { block, lines } = this.#open;
    this.#blocks[block] = lines.join('\n'); // nothing, where a slot has no text
    this.#open = null;
  }
}

/** Texts of which few differ: each is kept once. */
export class ChoiceColumn implements SheetColumn {
  /** Which of the texts a slot shows. */
  #codes = new SlotNumbers();
  #slots = 0;
  #texts: string[] = [];
  #codeOf = new Map<string, number>();
  /** Null while they must be made. */
  #ranks: ReturnType<typeof ranksOf> | null = null;

  set(slot: number, text: string): void {
    let code = this.#codeOf.get(text);
    if (code === undefined) {
      code = this.#texts.push(text) - 1;
      this.#codeOf.set(text, code);
      this.#ranks = null;
    }
    this.#codes.set(slot, code);
    this.#slots = Math.max(this.#slots, slot + 1);
  }

  folded(slot: number): string {
    return foldedText(this.#texts[this.#codes.get(slot)] ?? '');
  }

  mark(text: string, hits: Hits): void {
    const isFound = this.#texts.map((other) => foldedText(other).includes(text));
    if (!isFound.includes(true)) return;
    for (let slot = 0; slot < this.#slots; slot++) {
      if (isFound[this.#codes.get(slot)] === true) hits[slot] = 1;
    }
  }

  compare(a: number, b: number): number {
    return this.#rankOf(a) - this.#rankOf(b);
  }

  sort(slots: Int32Array): Int32Array {
    return sortByRank(slots, (slot) => this.#rankOf(slot), this.#texts.length);
  }

  /** How many of these slots show which text. */
  counts(slots: Int32Array): Record<string, number> {
    const counts = this.#texts.map(() => 0);
    for (const slot of slots) {
      const code = this.#codes.get(slot);
      counts[code] = (counts[code] ?? 0) + 1;
    }
    const named = this.#texts.map((text, code) => [text, counts[code] ?? 0] as const);
    return Object.fromEntries(named.filter(([, count]) => count > 0));
  }

  #rankOf(slot: number): number {
    this.#ranks ??= ranksOf(this.#texts.map(naturalKey));
    return this.#ranks.ranks[this.#codes.get(slot)] ?? 0;
  }
}

/** Times, and who it was: shown as `2026-11-14 09:30 jsmith`; without a name, the time alone. */
export class TimeColumn implements SheetColumn {
  /** Milliseconds since 1970. */
  #times = new SlotNumbers();
  #slots = 0;
  #users = new ChoiceColumn();

  set(slot: number, at: string, user = ''): void {
    this.#times.set(slot, Date.parse(at));
    this.#users.set(slot, user);
    this.#slots = Math.max(this.#slots, slot + 1);
  }

  mark(text: string, hits: Hits, zone: string): void {
    const clock = zoneClock(zone);
    if (text.includes(' ')) return this.#markWhole(text, hits, clock);
    this.#users.mark(text, hits);
    // A day or a time has no other characters.
    if (!/^[\d:-]+$/.test(text)) return;
    const isDay = remembered((day) => clock.dayText(day).includes(text));
    const isTime = remembered((minute) => clock.timeText(minute).includes(text));
    for (let slot = 0; slot < this.#slots; slot++) {
      const minute = clock.minuteOf(this.#times.get(slot));
      const day = Math.floor(minute / minutesADay);
      if (isDay(day) || isTime(minute - day * minutesADay)) hits[slot] = 1;
    }
  }

  compare(a: number, b: number): number {
    return this.#times.get(a) - this.#times.get(b);
  }

  sort(slots: Int32Array): Int32Array {
    return slots.toSorted((a, b) => this.compare(a, b));
  }

  /** Finds a text that goes from the day on to the time, or from the time on to the name. */
  #markWhole(text: string, hits: Hits, clock: ZoneClock): void {
    const [first = ''] = text.split(' ', 1);
    const endsDay = remembered((day) => clock.dayText(day).endsWith(first));
    const endsTime = remembered((minute) => clock.timeText(minute).endsWith(first));
    const inName = new Uint8Array(hits.length);
    this.#users.mark(first, inName);
    for (let slot = 0; slot < this.#slots; slot++) {
      const minute = clock.minuteOf(this.#times.get(slot));
      const day = Math.floor(minute / minutesADay);
      const time = minute - day * minutesADay;
      if (!endsDay(day) && !endsTime(time) && inName[slot] !== 1) continue;
      const whole = `${clock.dayText(day)} ${clock.timeText(time)} ${this.#users.folded(slot)}`;
      if (whole.includes(text)) hits[slot] = 1;
    }
  }
}

/** For small numbers: the answer to each is found once. */
function remembered(test: (number: number) => boolean): (number: number) => boolean {
  const known: boolean[] = [];
  return (number) => (known[number] ??= test(number));
}
