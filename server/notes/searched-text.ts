import type { NoteLook } from '#contract/notes.ts';
import { foldText } from '../search/folding.ts';

/** The texts of a note as a search compares them, comments included. */
export function searchedText(
  note: { text: string; quote: string; look: NoteLook },
  comments: readonly string[],
): string {
  return foldText([note.text, note.look.label ?? '', note.quote, ...comments].join('\n'));
}
