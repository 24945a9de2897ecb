import { setImmediate } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { type ChildLife, wordsOf } from '../processes/in-child.ts';
import { rulesOf, type StepName } from './table.ts';

/** What the server sends the worker first. `holder`: the name under which it holds the lease of the scan. */
export type WorkerOrder = { config: Config; holder: string; steps: readonly StepName[] };
/** Later: begin this step now; or the index was found damaged by a search. */
export type WorkerNote = StepName | 'unusable';

type Level = 'info' | 'warn' | 'error';
/** What the worker tells the server. `waits`: a fault, after which the step tries again; `says`: only its room knows. */
export type WorkerMessage =
  | 'alive'
  | { failed: string }
  | { step: StepName; worked: true }
  | { step: StepName; fault: string }
  | { step: StepName; waits: string; isOurs: boolean }
  | { step: StepName; says: unknown }
  | { log: Level; event: object; words: string };

/** How a slice of work ended: there is more at once, after `restMs`, or as the table says. `fault`: it did not succeed. */
export type Slice = { isMore?: boolean; restMs?: number; fault?: string };

export type WorkerStep = {
  name: StepName;
  /** One slice of the work. `isWoken`: someone wants it now. */
  work: (isWoken: boolean) => Promise<Slice>;
  close?: () => Promise<void>;
};

const firstFaultMs = 250;
const longestFaultMs = 30_000;

/** The steps of the worker. They take turns on one event loop: each gives it back after a slice. */
export class Steps {
  /** Called when the worker is to end, while steps may still be at work. */
  onEnding: () => Promise<unknown> = async () => {};
  readonly #life: ChildLife<WorkerMessage>;
  readonly #rests = new Map<StepName, Rest>();

  constructor(life: ChildLife<WorkerMessage>) {
    this.#life = life;
    life.onEnding = () => {
      this.#rests.forEach((rest) => rest.wake());
      void this.onEnding();
    };
  }

  get mayGoOn(): boolean {
    return !this.#life.isEnding;
  }

  wake(name: StepName): void {
    this.#rests.get(name)?.wake();
  }

  /** Works until the worker ends. A step that fails tries again, later each time; the others go on. */
  async run({ name, work, close }: WorkerStep): Promise<void> {
    const rest = new Rest();
    this.#rests.set(name, rest);
    let faultMs = firstFaultMs;
    let isWoken = false;
    while (this.mayGoOn) {
      try {
        const { isMore = false, restMs = rulesOf(name).everyMs, fault } = await work(isWoken);
        faultMs = firstFaultMs;
        if (fault !== undefined) this.tell({ step: name, fault });
        else if (!isMore) this.tell({ step: name, worked: true });
        if (isMore) await setImmediate();
        isWoken = isMore ? false : await rest.for(restMs);
      } catch (error) {
        this.waits(name, error);
        isWoken = await rest.for(faultMs);
        faultMs = Math.min(faultMs * 2, longestFaultMs);
      }
    }
    await close?.();
  }

  /** A database that is busy and a disk that is full have a code; an error without one is a fault of ours. */
  waits(step: StepName, error: unknown): void {
    const isOurs = !(error instanceof Error && 'code' in error);
    this.tell({ step, waits: wordsOf(error), isOurs });
  }

  says(step: StepName, says: unknown): void {
    this.tell({ step, says });
  }

  log(log: Level, event: { event: string; [fact: string]: unknown }, words: string): void {
    this.tell({ log, event, words });
  }

  tell(message: WorkerMessage): void {
    void this.#life.send(message);
  }
}

class Rest {
  /** Stays set until the next rest, so that no call is lost. */
  #isWoken = false;
  #end = () => {};

  wake(): void {
    this.#isWoken = true;
    this.#end();
  }

  /** True when it was woken; without a time only that ends it. */
  async for(ms: number | undefined): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
    this.#end = resolve;
    if (!this.#isWoken) await promise;
    clearTimeout(timer);
    const wasWoken = this.#isWoken;
    this.#isWoken = false;
    return wasWoken;
  }
}
