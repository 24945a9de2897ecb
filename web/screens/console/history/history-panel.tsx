import type { AuditEntry, AuditSubject } from '#contract/audit.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { lineWords } from './audit-line.tsx';
import { AuditList } from './audit-list.tsx';
import { isUndoneHere, UndoChangeButton } from './undo-change-button.tsx';

type Props = { of: { subject: AuditSubject; id: number; title: string }; onClose: () => void };

/** The audit trail of one row. */
export function HistoryPanel({ of: { subject, id, title }, onClose }: Props) {
  return (
    <Dialog title={`History of ${title}`} shape="side" onClose={onClose}>
      <AuditList of={{ subject, subject_id: id }} Tools={TakeLineBack} />
    </Dialog>
  );
}

function TakeLineBack({ entry }: { entry: AuditEntry }) {
  if (!isUndoneHere([entry])) return null;
  const words = `${lineWords(entry)} by ${entry.user}`;
  return <UndoChangeButton changeId={entry.change_id} words={words} lineId={entry.id} />;
}
