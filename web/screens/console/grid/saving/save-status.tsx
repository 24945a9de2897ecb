import { useSyncExternalStore } from 'react';
import { Check, CircleAlert, CircleDashed, LoaderCircle } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { useConsole } from '../../state/console-context.ts';
import type { SaveState } from '../../state/console-data.ts';
import { formatCount } from '../../format.ts';
import styles from './save-status.module.css';

/** Whether anything is unsaved, over all grids. */
export function SaveStatus() {
  const { data } = useConsole();
  const unsaved = useSyncExternalStore(data.subscribe, data.unsavedCount);
  const state = useSyncExternalStore(data.subscribe, data.saveState);
  const Icon = icons[state];
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const text = statusText(state, unsaved);

  /** Shows the unsaved rows alone: of the sheet that is open, or of the next one that has any. */
  function show() {
    const here = `${pathname}${search}`;
    const to = data.showUnsaved(here);
    if (to !== null && to !== here) void navigate(to);
  }

  return (
    <span className={styles.status} data-state={state}>
      <output>
        <Icon size="1rem" aria-hidden />
        {state === 'saved' || state === 'saving' ? (
          text
        ) : (
          <button type="button" className={styles.link} onClick={show}>
            {text}
          </button>
        )}
      </output>
      {state === 'failed' && (
        <button type="button" onClick={() => data.retry()}>
          Retry
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
  if (state === 'failed') return `${formatCount(unsaved, 'row')} waiting to be saved`;
  return `${formatCount(unsaved, 'row')} not saved${state === 'typing' ? ' yet' : ''}`;
}
