import { useSyncExternalStore } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { consoleApi } from '../console-api.ts';
import { useConsole } from '../state/console-context.ts';
import { formatTime } from '../format.ts';
import { CancelButton, UndoJob } from './undo-job.tsx';
import styles from './running-undo.module.css';

const queryKey = ['manage', 'audit', 'jobs'];
const askEveryMs = 2000;
// Later nobody waits for it, and the history itself has what it did.
const toldMs = 24 * 3600_000;

/** A large change that is being undone, or many rows that are being deleted, by any user; or how the last undo ended. */
export function RunningUndo() {
  const { undo, showError } = useConsole();
  const client = useQueryClient();
  // A librarian who closed the dialog of a job finds it here.
  const shown = useSyncExternalStore(undo.subscribe, undo.job)?.id ?? null;
  const { data } = useQuery({
    queryKey: [...queryKey, shown],
    queryFn: ({ signal }) => consoleApi.listImportJobs({ signal }),
    refetchInterval: ({ state }) => ((state.data?.running ?? null) === null ? false : askEveryMs),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  const running = data?.running ?? null;
  const last = data?.last_undone ?? null;
  const isShown = running !== null && (running.undoes !== null || running.deletion !== null);
  const job = isShown ? running : last;
  if (job === null || isOld(job.finished_at)) return null;

  const cancel = () =>
    consoleApi
      .cancelImport({ body: { id: job.id } })
      .catch((error: unknown) => showError('It cannot be cancelled.', error))
      .finally(() => void client.invalidateQueries({ queryKey }));
  return (
    <section className={styles.job} aria-label="Large change">
      <p>
        {job.finished_at === null
          ? `Started by ${job.by_user}, ${formatTime(job.started_at)}.`
          : `${job.by_user} undid ${job.file_name}, ${formatTime(job.finished_at)}.`}
      </p>
      <UndoJob job={job} />
      <div>
        <CancelButton job={job} onCancel={() => void cancel()} />
      </div>
    </section>
  );
}

function isOld(finishedAt: string | null): boolean {
  return finishedAt !== null && Date.parse(finishedAt) < Date.now() - toldMs;
}
