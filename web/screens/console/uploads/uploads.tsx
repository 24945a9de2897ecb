import { useSyncExternalStore } from 'react';
import { Check, CircleAlert, LoaderCircle, RotateCw, X } from 'lucide-react';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { formatCount, formatBytes } from '../format.ts';
import { NamesDialog } from './names-dialog.tsx';
import { isUnfinished, type Upload, type UploadQueue } from '../state/upload-queue.ts';
import styles from './uploads.module.css';
import type { UploadsState } from './use-uploads.ts';

/** The panel of uploads, and the dialog about files that belong to no entry. */
export function Uploads({ uploads }: { uploads: UploadsState }) {
  const { queue, unclaimed } = uploads;
  const list = useSyncExternalStore(queue.subscribe, queue.snapshot);
  return (
    <>
      {list.length > 0 && <Panel queue={queue} list={list} />}
      {unclaimed.length > 0 && (
        <NamesDialog
          title={`${formatCount(unclaimed.length, 'file')} without an entry of that name`}
          verb="Upload"
          nearestLabel={(fileName) => `Use as ${fileName.replace(/\.pdf$/i, '')}`}
          names={unclaimed}
          onDecide={uploads.decide}
          onClose={uploads.dismissUnclaimed}
        />
      )}
    </>
  );
}

function Panel({ queue, list }: { queue: UploadQueue; list: readonly Upload[] }) {
  const existing = list.filter(({ state }) => state === 'exists');
  const finished = list.filter((upload) => !isUnfinished(upload)).length;
  return (
    <section aria-label="Uploads" className={styles.panel}>
      <header>
        <h2>Uploads</h2>
        <output>
          {list.filter(({ state }) => state === 'done').length} of {list.length} uploaded
        </output>
        {finished > 0 && <IconButton onClick={() => queue.clear()}>Clear</IconButton>}
      </header>
      {existing.length > 1 && (
        <p className={styles.all}>
          {formatCount(existing.length, 'file')} already exist. Their previous files are kept in
          .superseded.
          <Button onClick={() => queue.replace(existing.map(({ id }) => id))}>Replace all</Button>
        </p>
      )}
      <ul>
        {list.map((upload) => (
          <Row key={upload.id} queue={queue} upload={upload} />
        ))}
      </ul>
    </section>
  );
}

function Row({ queue, upload }: { queue: UploadQueue; upload: Upload }) {
  const { id, file, state } = upload;
  return (
    <li data-state={state}>
      <span className={styles.icon}>{iconOf(state)}</span>
      <div className={styles.what}>
        <span className={styles.name}>{file.name}</span>
        <span className={styles.words}>{uploadInWords(upload)}</span>
        {state === 'sending' && (
          <progress aria-label={`Upload of ${file.name}`} value={upload.sent} max={file.size} />
        )}
      </div>
      {state === 'exists' && (
        <button type="button" className={styles.act} onClick={() => queue.replace([id])}>
          Replace
        </button>
      )}
      {(state === 'failed' || state === 'cancelled') && (
        <button type="button" className={styles.act} onClick={() => queue.retry(id)}>
          <RotateCw size="0.875rem" aria-hidden />
          Retry
        </button>
      )}
      {isUnfinished(upload) && (
        <IconButton aria-label={`Cancel ${file.name}`} onClick={() => queue.cancel(id)}>
          <X size="1rem" aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

function iconOf(state: Upload['state']) {
  if (state === 'done') return <Check size="1rem" aria-hidden />;
  if (state === 'sending' || state === 'waiting') return <LoaderCircle size="1rem" aria-hidden />;
  return <CircleAlert size="1rem" aria-hidden />;
}

function uploadInWords(upload: Upload): string {
  const { file, state } = upload;
  switch (state) {
    case 'waiting':
      return 'Waiting';
    case 'sending':
      return `${formatBytes(upload.sent)} of ${formatBytes(file.size)}`;
    case 'done':
      return `Uploaded, ${formatBytes(file.size)}`;
    case 'cancelled':
      return 'Cancelled';
    case 'failed':
      return upload.reason;
    case 'exists':
      return 'Replace? The previous file is kept in .superseded.';
  }
}
