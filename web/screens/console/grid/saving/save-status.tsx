import { useSyncExternalStore } from 'react';
import { Check, CircleAlert, CircleDashed, LoaderCircle } from 'lucide-react';
import { useConsole } from '../../console-context.ts';
import type { SaveState } from '../../console-data.ts';
import { formatCount } from '../../format.ts';
import styles from './save-status.module.css';

/** Whether anything is unsaved, over all grids. */
export function SaveStatus() {
  const { data } = useConsole();
  const unsaved = useSyncExternalStore(data.subscribe, data.unsavedCount);
  const state = useSyncExternalStore(data.subscribe, data.saveState);
  const Icon = icons[state];
  return (
    <span className={styles.status} data-state={state}>
      <output>
        <Icon size="1rem" aria-hidden />
        {statusText(state, unsaved)}
      </output>
      {state === 'failed' && (
        <button type="button" onClick={() => data.retry()}>
          Try again
        </button>
      )}
    </span>
  );
}

const icons: Record<SaveState, typeof Check> = {
  saved: Check,
  typing: CircleDashed,
  saving: LoaderCircle,
  stuck: CircleAlert,
  failed: CircleAlert,
};

function statusText(state: SaveState, unsaved: number): string {
  if (state === 'saved') return 'All changes saved';
  if (state === 'saving') return 'Saving…';
  return `${formatCount(unsaved, 'row')} not saved${state === 'typing' ? ' yet' : ''}`;
}
