import { isRefusal } from '../../../api.ts';

/** Something that was done and can be undone: doing that gives what undoes it in turn. */
export type Step = {
  /** What was done, such as `AM-1 changed`. */
  words: string;
  /** Null when the librarian called it off: then nothing happened. */
  undoChange: () => Promise<Step | null>;
};

export type Direction = 'undo' | 'redo';

export type Told = {
  /** What was undone or redone, in words. */
  onDone: (words: string) => void;
  /** `isKept`: the step stays on the stack and can be tried again. */
  onFailed: (direction: Direction, error: unknown, isKept: boolean) => void;
};

/** What a librarian did in this session, to be undone and redone step by step. */
export class UndoStack {
  #steps: Record<Direction, Step[]> = { undo: [], redo: [] };
  /** Steps are undone one after the other, however fast the keys come. */
  #last: Promise<void> = Promise.resolve();
  #listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What would be undone or redone next; null when nothing would. */
  next = (direction: Direction): string | null => this.#steps[direction].at(-1)?.words ?? null;

  /** Something was done; what was undone before it cannot be redone any more. */
  did(step: Step): void {
    this.#steps = { undo: [...this.#steps.undo, step].slice(-mostSteps), redo: [] };
    this.#notify();
  }

  /** The last step goes on: a large paste is saved in several calls, and is one thing to undo. */
  didMore(step: Step, former: Step | null): void {
    const last = this.#steps.undo.at(-1);
    if (last === undefined || last !== former) return this.did(step);
    this.#steps.undo = [...this.#steps.undo.slice(0, -1), step];
    this.#notify();
  }

  /** Undoes or redoes the last step, or the one that is named: whatever was done since. */
  take(direction: Direction, told: Told, named?: Step): Promise<void> {
    const taken = this.#last.then(() => this.#take(direction, told, named));
    this.#last = taken.catch(() => {}); // a fault of one step must not stop the next
    return taken;
  }

  has = (direction: Direction, step: Step): boolean => this.#steps[direction].includes(step);

  async #take(direction: Direction, { onDone, onFailed }: Told, named?: Step): Promise<void> {
    const step = named ?? this.#steps[direction].at(-1);
    if (step === undefined || !this.has(direction, step)) return;
    const opposite = direction === 'undo' ? 'redo' : 'undo';
    try {
      const inverse = await step.undoChange();
      if (inverse === null) return;
      this.#drop(direction, step);
      this.#steps[opposite] = [...this.#steps[opposite], inverse];
    } catch (error) {
      // A refused step will not work the next time either, and must not block the steps below it.
      if (isRefusal(error)) this.#drop(direction, step);
      this.#notify();
      return onFailed(direction, error, !isRefusal(error));
    }
    this.#notify();
    onDone(`${direction === 'undo' ? 'Undone' : 'Redone'}: ${step.words}`);
  }

  #drop(direction: Direction, step: Step): void {
    this.#steps[direction] = this.#steps[direction].filter((one) => one !== step);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const mostSteps = 200;
