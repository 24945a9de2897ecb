import { randomKey } from '../../../random-key.ts';
import { changeStep, type UndoDeps } from './change-step.ts';
import type { Step } from './undo-stack.ts';

type Files = {
  /** The files that were uploaded for the entries, as long as those are there. */
  uploaded: () => Promise<number[]>;
  setAside: (
    file_ids: number[],
    key: string,
  ) => Promise<{ change_id: string; results: { refused: string | null }[] }>;
};

/** Entries that were made together with their files: undone, the files are set aside as well. */
export function entryStep(
  words: string,
  changeIds: readonly string[],
  { uploaded, setAside }: Files,
  taking: UndoDeps,
): Step {
  const entries = changeStep(words, changeIds, taking);
  // Kept between tries: files cannot be found any more once their entries are gone, and files that were
  // set aside although the answer was lost are not set aside again.
  let files: number[] | null = null;
  const key = randomKey();
  let taken: Awaited<ReturnType<typeof entries.undoChange>> = null;
  return {
    words,
    undoChange: async () => {
      if (taken === null) {
        files = await uploaded();
        taken = await entries.undoChange();
      }
      if (taken === null || files === null || files.length === 0) return taken;
      const { change_id, results } = await setAside(files, key);
      const left = results.flatMap(({ refused }) => refused ?? []);
      if (left.length > 0) taking.tellLeft(left);
      if (left.length === files.length) return taken;
      // Redone, the files come back before the entries do.
      return changeStep(words, [...taken.changeIds, change_id], taking);
    },
  };
}
