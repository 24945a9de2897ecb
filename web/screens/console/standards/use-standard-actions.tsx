import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { CalendarClock, FilePlus2, ListOrdered, OctagonAlert } from 'lucide-react';
import type { ManagedDocument } from '#contract/editing.ts';
import type { DocumentRow } from '../state/document-rows.ts';
import type { RowAction } from '../grid/row-action.ts';
import { NewRevisionDialog } from './new-revision-dialog.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { RevisionDialog } from './revision-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';

const dialogs = {
  new: NewRevisionDialog,
  revision: RevisionDialog,
  status: StatusDialog,
  order: OrderDialog,
};

type Asked = { dialog: keyof typeof dialogs; document: ManagedDocument };

/** What can be done with the standard of one row, and the dialog that asks for it. */
export function useStandardActions(): {
  rowActions: readonly RowAction<DocumentRow>[];
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = useCallback(() => setAsked(null), []);
  const rowActions = useMemo(() => {
    const ask = (dialog: Asked['dialog']) => (row: DocumentRow) => {
      if (row.saved !== null) setAsked({ dialog, document: row.saved });
    };
    return [
      {
        name: 'New revision…',
        icon: <FilePlus2 size="1rem" aria-hidden />,
        keysOf: 'newRevision' as const,
        act: ask('new'),
      },
      {
        name: 'Kind and dates…',
        icon: <CalendarClock size="1rem" aria-hidden />,
        act: ask('revision'),
      },
      { name: 'Status…', icon: <OctagonAlert size="1rem" aria-hidden />, act: ask('status') },
      {
        name: 'Set revision order…',
        icon: <ListOrdered size="1rem" aria-hidden />,
        act: ask('order'),
      },
    ];
  }, []);
  const Shown = asked === null ? null : dialogs[asked.dialog];
  return {
    rowActions,
    dialog: Shown && asked && <Shown document={asked.document} onClose={close} />,
  };
}
