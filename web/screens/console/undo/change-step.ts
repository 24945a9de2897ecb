import type { Static } from 'typebox';
import type { BuiltOn, undoChange } from '#contract/audit.ts';
import { randomKey } from '../../../random-key.ts';
import type { Step } from './undo-stack.ts';

export type UndoAnswer = Static<typeof undoChange.response>;

/** What undoing needs: the call, and a librarian to be asked. */
export type UndoDeps = {
  /** To its end, also where that is a job; null when it was cancelled. */
  undoChange: (body: Static<typeof undoChange.body>, key: string) => Promise<UndoAnswer | null>;
  /** Which lines are undone although others built on them; null when it is cancelled. */
  choose: (builtOn: readonly BuiltOn[]) => Promise<readonly number[] | null>;
  /** Says what stays although it should not, and why. */
  tellLeft: (left: readonly string[]) => void;
};

type ChangeStep = Omit<Step, 'undoChange'> & {
  changeIds: readonly string[];
  undoChange: () => Promise<ChangeStep | null>;
};

/** Changes on the server that are one thing to the librarian, as a step that can be undone. */
export function changeStep(
  words: string,
  changeIds: readonly string[],
  taking: UndoDeps,
): ChangeStep {
  // Kept between tries: after a lost connection, only what is left is undone.
  const waiting = changeIds.map((change_id) => ({ change_id, key: randomKey() }));
  const made: string[] = [];
  const left: string[] = [];
  return {
    words,
    changeIds,
    undoChange: async () => {
      // The last one first, as each may build on those before it.
      for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
        const taken = await undoOne(last, taking);
        if (taken === null) break;
        waiting.pop();
        made.push(taken.change_id);
        left.push(...taken.left);
      }
      if (left.length > 0) taking.tellLeft(left);
      return made.length === 0 ? null : changeStep(words, made, taking);
    },
  };
}

async function undoOne(
  { change_id, key }: { change_id: string; key: string },
  { undoChange, choose }: UndoDeps,
): Promise<{ change_id: string; left: string[] } | null> {
  const first = await undoChange({ change_id }, key);
  if (first === null) return null;
  if (first.change_id !== null) return { change_id: first.change_id, left: first.left };
  const overwrite = await choose(first.built_on);
  if (overwrite === null) return null;
  const second = await undoChange({ change_id, overwrite: [...overwrite] }, key);
  if (second === null || second.change_id === null) return null;
  return { change_id: second.change_id, left: second.left };
}
