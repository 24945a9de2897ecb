import { useState } from 'react';
import { Check, Hourglass, X } from 'lucide-react';
import type { ManagedDocument } from '#contract/editing.ts';
import { statusNames } from '#contract/cell-texts.ts';
import { statusInWords } from '#contract/upload-status.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { consoleApi } from '../console-api.ts';
import { failedChange } from '../failed-change.ts';
import { useConsole } from '../state/console-context.ts';
import styles from './upload-status-cell.module.css';

type Props = { document: ManagedDocument; tabIndex: number };

/**
 * A check mark when the entry's file is there, otherwise a cross and the reason. A file with a wrong
 * name is renamed here.
 */
export function UploadStatusCell({ document, tabIndex }: Props) {
  const { status } = document;
  const words = statusInWords(status, document);
  const mark = markOf(document);
  const canRename = status.code === 'wrong_name' && status.file !== null;
  return (
    <span className={styles.cell} data-hint={words}>
      <span
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard reaches its hint
        tabIndex={canRename ? undefined : tabIndex}
        className={styles.mark}
        data-mark={mark}
      >
        {markIcons[mark]}
        <VisuallyHidden>
          {markNames[mark]} {words}
        </VisuallyHidden>
      </span>
      {canRename ? (
        <Rename
          document={document}
          fileId={status.file?.id ?? 0}
          words={words}
          tabIndex={tabIndex}
        />
      ) : (
        <span aria-hidden>{status.code === 'available' ? '' : statusNames[status.code]}</span>
      )}
    </span>
  );
}

function Rename(props: Props & { fileId: number; words: string }) {
  const { undo, refresh, showError } = useConsole();
  const [isRenaming, setIsRenaming] = useState(false);

  async function rename() {
    setIsRenaming(true);
    try {
      const row = { file_id: props.fileId, document_id: props.document.id };
      const { change_id, results } = await consoleApi.renameFiles({ body: { rows: [row] } });
      const refused = results[0]?.refused ?? null;
      if (refused === null) undo.did('1 file renamed', [change_id]);
      else showError('Couldn’t rename the file.', refused);
    } catch (error) {
      showError(failedChange('Couldn’t rename the file.', error));
    }
    setIsRenaming(false);
    refresh();
  }

  return (
    <button
      type="button"
      className={styles.rename}
      tabIndex={props.tabIndex}
      aria-disabled={isRenaming}
      aria-label={`Rename the file. ${props.words}`}
      onClick={() => !isRenaming && void rename()}
    >
      Rename
    </button>
  );
}

type Mark = 'check' | 'waiting' | 'cross';

function markOf({ status }: ManagedDocument): Mark {
  if (status.code === 'available') return 'check';
  return status.code === 'checking' || status.code === 'copying' ? 'waiting' : 'cross';
}

const markIcons = {
  check: <Check size="1.125rem" strokeWidth={3} aria-hidden />,
  waiting: <Hourglass size="1rem" aria-hidden />,
  cross: <X size="1.125rem" strokeWidth={3} aria-hidden />,
};

const markNames: Record<Mark, string> = { check: 'Check mark:', waiting: 'Wait:', cross: 'Cross:' };
