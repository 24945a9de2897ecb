import type { AuditSubject } from '#contract/audit.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { AuditList } from './audit-list.tsx';

type Props = { of: { subject: AuditSubject; id: number; title: string }; onClose: () => void };

/** The audit trail of one row. */
export function HistoryPanel({ of: { subject, id, title }, onClose }: Props) {
  return (
    <Dialog title={`History of ${title}`} shape="side" onClose={onClose}>
      <AuditList of={{ subject, subject_id: id }} />
    </Dialog>
  );
}
