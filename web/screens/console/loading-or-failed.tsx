import type { ReactNode } from 'react';
import { LoaderCircle, TriangleAlert } from 'lucide-react';
import { Button } from '../../ui/button/button.tsx';
import { Empty } from '../../ui/feedback/notice.tsx';
import { messageOf } from './format.ts';

type List = {
  isSuccess: boolean;
  failureReason: unknown;
  refetch: () => Promise<unknown>;
};

/** Shown in place of a list that is loading or cannot be read; null once it is loaded. */
export function loadingOrFailed(list: List, what: string): ReactNode {
  if (list.isSuccess) return null;
  if (list.failureReason === null) {
    return (
      <Empty icon={<LoaderCircle size="1.75rem" />} title={`Loading ${what}`} text="One moment." />
    );
  }
  return (
    <Empty
      icon={<TriangleAlert size="1.75rem" />}
      title={`The ${what} cannot be read`}
      text={`${messageOf(list.failureReason)} Retrying…`}
    >
      <Button variant="primary" onClick={() => void list.refetch()}>
        Try again
      </Button>
    </Empty>
  );
}
