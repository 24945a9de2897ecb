import { useSyncExternalStore } from 'react';
import { Check, CircleAlert, LoaderCircle } from 'lucide-react';
import { useConsole } from './console-tools.ts';
import { counted } from './shown.ts';
import styles from './save-status.module.css';

/** Whether anything is unsaved, over all grids. */
export function SaveStatus() {
  const { data } = useConsole();
  const unsaved = useSyncExternalStore(data.subscribe, data.unsavedCount);
  const saving = useSyncExternalStore(data.subscribe, data.isSaving);
  const failed = useSyncExternalStore(data.subscribe, data.hasFailed);
  return (
    <span className={styles.status} data-unsaved={unsaved > 0 && !saving}>
      <output>
        {unsaved === 0 && <Check size="1rem" aria-hidden />}
        {saving && <LoaderCircle size="1rem" aria-hidden />}
        {unsaved > 0 && !saving && <CircleAlert size="1rem" aria-hidden />}
        {statusText(unsaved, saving)}
      </output>
      {failed && (
        <button type="button" onClick={() => data.retry()}>
          Try again
        </button>
      )}
    </span>
  );
}

function statusText(unsaved: number, saving: boolean): string {
  if (unsaved === 0) return 'All changes saved';
  return saving ? 'Saving…' : `${counted(unsaved, 'row')} not saved`;
}
