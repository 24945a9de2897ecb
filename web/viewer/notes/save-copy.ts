import type { NoteExport } from '#contract/note-words.ts';
import { download } from '../../download.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { exportAddress } from './notes-api.ts';
import type { NotesControl } from './notes-control.ts';
import { failureWords } from './shown-words.ts';

/** Saves the notes, or a copy of the PDF with them, as a file. A refusal is shown in the server's words. */
export async function saveCopy(control: NotesControl, as: NoteExport): Promise<void> {
  try {
    await download(exportAddress(control.access.name, as));
    showToast(as === 'pdf' ? 'Copy with notes saved.' : 'Notes exported.');
  } catch (error) {
    const what = as === 'pdf' ? 'The copy failed' : 'The export of the notes failed';
    control.store.tell(`${what}: ${failureWords(error)}`);
  }
}
