import { type Static, Type } from 'typebox';
import * as consoleCalls from './console-calls.ts';

/** The state of the scans. */
export const ScanState = Type.Object({
  /** `waiting`: no scan yet, or a process that should scan does not. */
  state: Type.Enum(['waiting', 'scanning', 'ok', 'stopped']),
  fault: Type.Union([Type.String(), Type.Null()]),
  fault_since: Type.Union([Type.String(), Type.Null()]),
  /** What the last scan could not read although it went on, in words. */
  warning: Type.Union([Type.String(), Type.Null()]),
  finished_at: Type.Union([Type.String(), Type.Null()]),
  every_seconds: Type.Number(),
  /** Files that are whole and wait to be read. */
  checking: Type.Number(),
});
export type ScanState = Static<typeof ScanState>;

/** Scans the folder now instead of at the next turn. */
export const scanNow = {
  ...consoleCalls.scanNow,
  response: Type.Object({ scan: ScanState }),
} as const;
