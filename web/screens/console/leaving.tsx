import { useEffect, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import button from '../../ui/button.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { useConsole } from './console-tools.ts';
import { counted } from './shown.ts';

/** Nobody leaves unsaved rows behind without being told. */
export function Leaving() {
  const { data } = useConsole();
  const unsaved = useSyncExternalStore(data.subscribe, data.unsavedCount);
  const blocker = useBlocker(
    ({ nextLocation }) => data.unsavedCount() > 0 && !/^\/manage(\/|$)/.test(nextLocation.pathname),
  );

  useEffect(
    function warnBeforeUnload() {
      if (unsaved === 0) return;
      const warn = (event: BeforeUnloadEvent) => event.preventDefault();
      window.addEventListener('beforeunload', warn);
      return () => window.removeEventListener('beforeunload', warn);
    },
    [unsaved],
  );

  useEffect(
    function goOnWhenAllIsSaved() {
      if (unsaved === 0 && blocker.state === 'blocked') blocker.proceed();
    },
    [unsaved, blocker],
  );

  if (blocker.state !== 'blocked' || unsaved === 0) return null;
  return (
    <Dialog
      title={`${counted(unsaved, 'row')} not saved`}
      onClose={() => blocker.reset()}
      actions={
        <>
          <button type="button" className={button.secondary} onClick={() => blocker.proceed()}>
            Leave without saving
          </button>
          <button type="button" className={button.primary} onClick={() => blocker.reset()}>
            Stay
          </button>
        </>
      }
    >
      <p>Leaving this page forgets what was typed in {unsaved === 1 ? 'it' : 'them'}.</p>
    </Dialog>
  );
}
