import { foldedText } from '#contract/arrangement.ts';
import { naturalKey } from '#contract/natural-order.ts';
import { type ZoneClock, zoneClock } from './zone-clock.ts';

/** One column of many rows, kept so that a text is found and an order is made in milliseconds. */
export type Column<Value> = {
  set: (slot: number, value: Value) => void;
  /** Tests whether the cell of a slot shows this text, which is folded; times are of the zone. */
  finder: (text: string, zone: string) => (slot: number) => boolean;
  compare: (a: number, b: number) => number;
  /** The same slots in order of this column; where equal, as they were. */
  sort: (slots: Int32Array) => Int32Array;
};

/** Texts of which most differ. */
export class TextColumn implements Column<string> {
  /** Folded, by slot. */
  #texts: string[] = [];

  set(slot: number, text: string): void {
    this.#texts[slot] = foldedText(text);
  }

  finder(text: string): (slot: number) => boolean {
    return (slot) => this.#texts[slot]?.includes(text) ?? false;
  }

  compare(a: number, b: number): number {
    return compareTexts(this.#keyOf(a), this.#keyOf(b));
  }

  sort(slots: Int32Array): Int32Array {
    const keys: string[] = [];
    for (const slot of slots) keys[slot] = this.#keyOf(slot);
    return slots.toSorted((a, b) => compareTexts(keys[a] ?? '', keys[b] ?? ''));
  }

  #keyOf(slot: number): string {
    return naturalKey(this.#texts[slot] ?? '');
  }
}

/** Texts of which few differ: each is kept once. */
export class ChoiceColumn implements Column<string> {
  /** By slot: which of the texts it is. */
  #codes: number[] = [];
  #texts: string[] = [];
  #codeOf = new Map<string, number>();
  /** The place of each text in their order; equal ones have the same. Null while it must be made. */
  #ranks: number[] | null = null;

  set(slot: number, text: string): void {
    let code = this.#codeOf.get(text);
    if (code === undefined) {
      code = this.#texts.push(text) - 1;
      this.#codeOf.set(text, code);
      this.#ranks = null;
    }
    this.#codes[slot] = code;
  }

  finder(text: string): (slot: number) => boolean {
    const isFound = this.#texts.map((other) => foldedText(other).includes(text));
    return (slot) => isFound[this.#codes[slot] ?? -1] ?? false;
  }

  compare(a: number, b: number): number {
    return this.#rankOf(a) - this.#rankOf(b);
  }

  // Counts how many slots have which rank; comparing a million slots would take a second.
  sort(slots: Int32Array): Int32Array {
    const starts = new Int32Array(this.#texts.length + 1);
    for (const slot of slots) starts[this.#rankOf(slot) + 1]! += 1;
    for (let rank = 1; rank < starts.length; rank++) starts[rank]! += starts[rank - 1]!;
    const sorted = new Int32Array(slots.length);
    for (const slot of slots) sorted[starts[this.#rankOf(slot)]!++] = slot;
    return sorted;
  }

  folded(slot: number): string {
    return foldedText(this.#texts[this.#codes[slot] ?? -1] ?? '');
  }

  /** How many of these slots show which text. */
  counts(slots: Int32Array): Record<string, number> {
    const counts = this.#texts.map(() => 0);
    for (const slot of slots) counts[this.#codes[slot] ?? 0]! += 1;
    const named = this.#texts.map((text, code) => [text, counts[code] ?? 0] as const);
    return Object.fromEntries(named.filter(([, count]) => count > 0));
  }

  #rankOf(slot: number): number {
    this.#ranks ??= ranksOf(this.#texts);
    return this.#ranks[this.#codes[slot] ?? 0] ?? 0;
  }
}

/** Times, and who it was: shown as `2026-11-14 09:30 jsmith`; without a name, the time alone. */
export class TimeColumn implements Column<{ at: string; user: string }> {
  /** Milliseconds since 1970, by slot. */
  #times: number[] = [];
  #users = new ChoiceColumn();

  set(slot: number, { at, user }: { at: string; user: string }): void {
    this.#times[slot] = Date.parse(at);
    this.#users.set(slot, user);
  }

  finder(text: string, zone: string): (slot: number) => boolean {
    const clock = zoneClock(zone);
    const timeOf = (slot: number) => this.#times[slot] ?? 0;
    if (text.includes(' ')) return (slot) => this.#textOf(slot, clock).includes(text);
    const isUsersName = this.#users.finder(text);
    // Nothing else stands in a day or a time.
    if (!/^[\d:-]+$/.test(text)) return isUsersName;
    const isDay = remembered((day) => clock.dayText(day).includes(text));
    const isTime = remembered((minute) => clock.timeText(minute).includes(text));
    return (slot) => {
      const minute = clock.minuteOf(timeOf(slot));
      const day = Math.floor(minute / 1440);
      return isDay(day) || isTime(minute - day * 1440) || isUsersName(slot);
    };
  }

  #textOf(slot: number, clock: ZoneClock): string {
    const minute = clock.minuteOf(this.#times[slot] ?? 0);
    const day = Math.floor(minute / 1440);
    return `${clock.dayText(day)} ${clock.timeText(minute - day * 1440)} ${this.#users.folded(slot)}`;
  }

  compare(a: number, b: number): number {
    return (this.#times[a] ?? 0) - (this.#times[b] ?? 0);
  }

  sort(slots: Int32Array): Int32Array {
    return slots.toSorted((a, b) => this.compare(a, b));
  }
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function ranksOf(texts: readonly string[]): number[] {
  const keys = texts.map(naturalKey);
  const distinct = [...new Set(keys)].sort(compareTexts);
  const rankOf = new Map(distinct.map((key, rank) => [key, rank]));
  return keys.map((key) => rankOf.get(key) ?? 0);
}

function remembered(test: (number: number) => boolean): (number: number) => boolean {
  const known = new Map<number, boolean>();
  return (number) => {
    let is = known.get(number);
    if (is === undefined) known.set(number, (is = test(number)));
    return is;
  };
}
