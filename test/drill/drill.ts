import type { CleanUp } from '../clean-up.ts';

/** What a drill found. `lost` names each thing that should be there and is not; none is wanted. */
export type Findings = {
  tried: number;
  lost: string[];
  /** How long it took after each fault until the library served again. */
  recoveryMs: number[];
  notes: string[];
};

/** One kind of fault, made on purpose and many times. */
export type Drill = {
  what: string;
  /** How often in `npm run drill`, and how often in the slow tests. */
  times: { full: number; short: number };
  run: (times: number, cleanUp: CleanUp) => Promise<Findings>;
};

export function noFindings(): Findings {
  return { tried: 0, lost: [], recoveryMs: [], notes: [] };
}

/** Random numbers that are the same in every run, so that what a drill finds can be found again. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  // Mulberry32: small, and good enough to choose faults by.
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
