import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../form-dialog.tsx';
import { consoleApi } from '../console-api.ts';
import { formatCount, messageOf } from '../format.ts';
import type { Narrowing } from '../state/narrowing.ts';

/** What would be deleted: these documents, or all that match. */
export type ToDelete = { ids: number[] } | { narrowing: Narrowing };

type Props = {
  of: ToDelete;
  /** With the number of rows that was shown. */
  onDelete: (rows: number) => void;
  onClose: () => void;
};

/** Says what a large deletion touches, before it begins. */
export function DeleteManyDialog({ of, onDelete, onClose }: Props) {
  const { rows, words } = useTouched(of);
  const many = rows === null ? 'these standard numbers' : formatCount(rows, 'standard number');

  return (
    <FormDialog
      title={`Delete ${many}?`}
      submit="Delete"
      canSubmit={rows !== null}
      onSubmit={async () => onDelete(rows ?? 0)}
      onClose={onClose}
    >
      <p>{words}</p>
      <p>PDF files stay in the folder. You can undo this.</p>
    </FormDialog>
  );
}

/** What a deletion touches, counted by the server; `rows` is null until it is known. */
export function useTouched(of: ToDelete): { rows: number | null; words: string } {
  const key = useId();
  const { data, failureReason } = useQuery({
    queryKey: ['deletion', key],
    queryFn: ({ signal }) => consoleApi.countDeletion({ body: of, signal }),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (data !== undefined) return { rows: data.rows, words: casesInWords(data.cases) };
  const counting = 'Counting pending change cases…';
  const failed = `Couldn’t count pending change cases. ${messageOf(failureReason)} Retrying…`;
  return { rows: null, words: failureReason === null ? counting : failed };
}

function casesInWords(cases: number): string {
  if (cases === 0) return 'No pending change case is affected.';
  return `${formatCount(cases, 'pending change case')} will be withdrawn.`;
}
