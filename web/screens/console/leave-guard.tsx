import { useEffect, useSyncExternalStore } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { askedBefore, isKeepingUnsaved, sendsUnsaved } from '../../unsaved.ts';
import { useConsole } from './state/console-context.ts';
import { formatCount } from './format.ts';
import type { UploadQueue } from './state/upload-queue.ts';

/** Asks before a librarian leaves the console with unsaved rows or running uploads. */
export function LeaveGuard({ queue }: { queue: UploadQueue }) {
  const { data } = useConsole();
  const rows = useSyncExternalStore(data.subscribe, data.unsavedCount);
  const files = useSyncExternalStore(queue.subscribe, queue.sendingCount);
  const unsaved = rows + files;
  const blocker = useBlocker(
    ({ nextLocation }) =>
      data.unsavedCount() + queue.sendingCount() > 0 &&
      nextLocation.state !== askedBefore &&
      !/^\/manage(\/|$)/.test(nextLocation.pathname),
  );

  useEffect(
    function sendBeforeLogout() {
      const send = () => {
        data.retry();
        return data.whenSaved();
      };
      return sendsUnsaved(send, queue.sendingCount);
    },
    [data, queue],
  );

  useEffect(
    function warnBeforeUnload() {
      if (files === 0) return;
      const warn = (event: BeforeUnloadEvent) => event.preventDefault();
      window.addEventListener('beforeunload', warn);
      return () => window.removeEventListener('beforeunload', warn);
    },
    [files],
  );

  useEffect(
    function leaveOnceAllIsSaved() {
      if (unsaved === 0 && blocker.state === 'blocked') blocker.proceed();
    },
    [unsaved, blocker],
  );

  if (blocker.state !== 'blocked' || unsaved === 0) return null;
  return (
    <Dialog
      title={unsavedText(rows, files)}
      onClose={() => blocker.reset()}
      actions={
        <>
          <Button onClick={() => blocker.proceed()}>Leave</Button>
          <Button variant="primary" onClick={() => blocker.reset()}>
            Stay
          </Button>
        </>
      }
    >
      {rows > 0 && (
        <p>
          {isKeepingUnsaved()
            ? 'This browser keeps what you typed until you open Manage again.'
            : 'If you leave, what you typed is lost.'}
        </p>
      )}
      {files > 0 && <p>If you leave, uploads stop.</p>}
    </Dialog>
  );
}

function unsavedText(rows: number, files: number): string {
  const left = [
    ...(rows > 0 ? [`${formatCount(rows, 'row')} not saved`] : []),
    ...(files > 0 ? [`${formatCount(files, 'file')} not uploaded`] : []),
  ];
  return left.join(', ');
}
