import { download } from '../../download.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { exportAddress } from './notes-api.ts';
import type { NotesControl } from './notes-control.ts';
import { failureWords } from './shown-words.ts';

/** Saves the notes as a file. A refusal is shown in the server's words. */
export async function saveCopy(control: NotesControl, as: 'json' | 'xlsx'): Promise<void> {
  try {
    await download(exportAddress(control.access.name, as));
    showToast('Notes exported.');
  } catch (error) {
    control.store.tell(`The notes were not exported: ${failureWords(error)}`);
  }
}
